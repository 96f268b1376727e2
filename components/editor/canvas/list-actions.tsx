'use client';

import { ArrowDown, ArrowUp, Copy, Plus, Power, SlidersHorizontal, Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { type AutomationDocument, DEFAULT_PORT } from '#server/engine/document.ts';
import type { InsertAt } from '#server/engine/edit/change.ts';
import { portsOf } from '#server/engine/edit/ports-of.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import {
  deleteChosen,
  duplicateChosen,
  toggleChosen,
} from '#components/editor/commands/edit-chosen.ts';
import { useDocument, useEditorStore } from '#components/editor/editor-context.tsx';
import { Way } from '#components/editor/panel/ways-on.tsx';
import { cardAnchor } from './card-anchor.ts';
import { focusPanel } from './focus-panel.ts';
import { focusStep } from './focus-step.ts';
import { moveAlong } from './move-along.ts';
import { afterStep } from './start-adding.ts';

const TRIGGER_PORTS = [{ id: DEFAULT_PORT, label: 'Next' }];

/** What can be done with the chosen line, and where each of its ways leads. */
export function ListActions({ id, nameOf }: { id: string; nameOf: ReadonlyMap<string, string> }) {
  const store = useEditorStore();
  const document = useDocument();
  const step = document.steps.find((candidate) => candidate.id === id);
  const ports = step === undefined ? TRIGGER_PORTS : portsOf(step, stepCatalogue);
  const name = nameOf.get(id) ?? id;
  const add = (at: InsertAt): void => store.getState().startAdding({ at, anchor: cardAnchor(id) });
  return (
    <fieldset
      aria-label={`What can be done with ${name}`}
      className="flex flex-col gap-3 px-4 pb-3 pl-14 max-md:pl-4"
    >
      <div className="flex flex-wrap gap-1.5">
        <Button size="compact" className={TOUCH} onClick={() => focusPanel()}>
          <SlidersHorizontal aria-hidden />
          Set up
        </Button>
        {ports.length > 0 && (
          <Button size="compact" className={TOUCH} onClick={() => add(afterStep(document, id))}>
            <Plus aria-hidden />
            Add a step after
          </Button>
        )}
        {step !== undefined && <StepActions id={id} off={step.disabled === true} />}
      </div>
      {ports.map((port) => (
        <div key={port.id} className="flex max-w-[560px] flex-wrap items-center gap-1.5">
          <div className="min-w-[240px] grow">
            <Way from={id} port={port.id} label={port.label} />
          </div>
          <WayButtons
            document={document}
            from={id}
            port={port.id}
            label={port.label}
            nameOf={nameOf}
            onAdd={add}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Room for a finger. */
const TOUCH = 'max-md:h-11 max-md:px-3';

function StepActions({ id, off }: { id: string; off: boolean }) {
  const store = useEditorStore();
  const document = useDocument();
  return (
    <>
      {(['up', 'down'] as const).map((direction) => {
        const change = moveAlong(document, id, direction, stepCatalogue);
        return (
          <Button
            key={direction}
            size="compact"
            className={TOUCH}
            disabled={change === null}
            onClick={() => {
              if (change !== null) store.getState().change(change);
            }}
          >
            {direction === 'up' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
            Move {direction}
          </Button>
        );
      })}
      <Button size="compact" className={TOUCH} onClick={() => toggleChosen(store.getState())}>
        <Power aria-hidden />
        {off ? 'Turn on' : 'Turn off'}
      </Button>
      <Button
        size="compact"
        className={TOUCH}
        onClick={() => {
          if (!duplicateChosen(store.getState())) return;
          const copy = store.getState().selection.at(-1);
          if (copy !== undefined) focusStep(copy);
        }}
      >
        <Copy aria-hidden />
        Duplicate
      </Button>
      <Button
        size="compact"
        variant="danger-outline"
        className={TOUCH}
        onClick={() => deleteChosen(store.getState())}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
    </>
  );
}

/** Beside a way: a step of its own, and the jump to where it leads. */
function WayButtons({
  document,
  from,
  port,
  label,
  nameOf,
  onAdd,
}: {
  document: AutomationDocument;
  from: string;
  port: string;
  label: string;
  nameOf: ReadonlyMap<string, string>;
  onAdd: (at: InsertAt) => void;
}) {
  const store = useEditorStore();
  const edge = document.edges.find(
    (candidate) => candidate.from === from && (candidate.port ?? DEFAULT_PORT) === port,
  );
  const at: InsertAt =
    edge === undefined ? { kind: 'port', from, port } : { kind: 'edge', from, port, to: edge.to };
  const target = edge === undefined ? null : (nameOf.get(edge.to) ?? edge.to);
  return (
    <>
      <Button
        size="compact"
        className={TOUCH}
        aria-label={`Add a step here: ${label}`}
        onClick={() => onAdd(at)}
      >
        <Plus aria-hidden />
        Add
      </Button>
      {edge !== undefined && (
        <Button
          size="compact"
          variant="quiet"
          className={TOUCH}
          onClick={() => {
            store.getState().select([edge.to]);
            focusStep(edge.to);
          }}
        >
          Go there
          <span className="sr-only">: {target}</span>
        </Button>
      )}
    </>
  );
}
