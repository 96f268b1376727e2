'use client';

import { ListTree, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { AutomationDocument } from '#server/engine/document.ts';
import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { GraphList } from '#components/graph/graph-list.tsx';
import type { CardExtras } from '#components/graph/graph-marks.ts';

const SEGMENT =
  'inline-flex h-7 items-center gap-1.5 rounded-control px-2.5 text-body font-medium text-ink-2 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-rest [&_svg]:size-4';

/** The document as a picture or, its equal, as a list. */
export function GraphPane({
  document,
  label,
  extras,
  selected,
  onSelect,
}: {
  document: AutomationDocument;
  label: string;
  extras: ReadonlyMap<string, CardExtras>;
  selected: string | null;
  onSelect: (stepId: string) => void;
}) {
  const [view, setView] = useState<'graph' | 'list'>('graph');
  const shared = { document, label, extras, onSelect, ...(selected === null ? {} : { selected }) };
  return (
    <div className="relative h-full min-h-0">
      <fieldset
        aria-label="How to look at it"
        className="absolute top-3 left-4 z-10 inline-flex rounded-card border border-line bg-sunken p-0.5"
      >
        <button
          type="button"
          className={SEGMENT}
          aria-pressed={view === 'graph'}
          onClick={() => setView('graph')}
        >
          <Workflow aria-hidden />
          Graph
        </button>
        <button
          type="button"
          className={SEGMENT}
          aria-pressed={view === 'list'}
          onClick={() => setView('list')}
        >
          <ListTree aria-hidden />
          List
        </button>
      </fieldset>
      {view === 'graph' ? (
        <AutomationGraph {...shared} />
      ) : (
        <div className="h-full overflow-y-auto bg-surface pt-14">
          <GraphList {...shared} />
        </div>
      )}
    </div>
  );
}
