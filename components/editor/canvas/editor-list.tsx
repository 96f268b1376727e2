'use client';

import { useDeferredValue, useMemo, useRef } from 'react';
import { readGraph } from '#components/graph/graph-model.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useDocument, useEditor } from '#components/editor/editor-context.tsx';
import { ListRow } from './list-row.tsx';
import { outlineOf } from './outline.ts';
import { useCardExtras } from './use-card-extras.ts';
import { useRovingCards } from './use-roving-cards.ts';

/**
 * The same draft as a list, for keyboards, screen readers and small screens: everything that the
 * drawing can do, without a mouse. Arrows lead from line to line; the chosen line shows what can be
 * done with it.
 */
export function EditorList() {
  const area = useRef<HTMLDivElement>(null);
  const document = useDeferredValue(useDocument());
  const chosen = useEditor((state) => state.selection);
  const extras = useCardExtras(document);
  const model = useMemo(
    () => readGraph(document, stepCatalogue, { impliedEnds: false }),
    [document],
  );
  const rows = useMemo(() => outlineOf(model), [model]);
  const nameOf = useMemo(() => new Map(model.nodes.map((node) => [node.id, node.name])), [model]);
  const lead = chosen.at(-1);
  useRovingCards(area, rows);
  return (
    <div ref={area} className="h-full overflow-y-auto bg-surface pt-14">
      <ol aria-label={`${document.name}, draft`} className="flex flex-col border-t border-line">
        {rows.map((row) => (
          <ListRow
            key={row.node.id}
            row={row}
            nameOf={nameOf}
            extras={extras.get(row.node.id)}
            isChosen={chosen.includes(row.node.id)}
            isOpen={chosen.length === 1 && lead === row.node.id}
          />
        ))}
      </ol>
    </div>
  );
}
