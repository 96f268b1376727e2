'use client';

import { CircleCheck, Clock, OctagonX, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { Choice, OfferedChoice } from '#server/simulate/choice.ts';
import { simulationChoices } from '#server/simulate/offered-choices.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { parsePayload } from '#components/automations/parse-payload.ts';

const ICONS = { good: CircleCheck, bad: OctagonX, time: Clock, neutral: Play } as const;

/** What can happen now; a choice whose data can be changed shows it when it is opened. */
export function ChoiceList({
  simulation,
  onChoose,
}: {
  simulation: Simulation;
  onChoose: (choice: Choice) => void;
}) {
  const offered = simulationChoices(simulation);
  const names = new Map(simulation.document.steps.map((step) => [step.id, step.name]));
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-section">What happens next?</h3>
      <ul className="flex flex-col gap-1.5">
        {offered.map((offer) => (
          <Offer
            key={offer.id}
            offer={offer}
            step={offer.stepId === null ? null : (names.get(offer.stepId) ?? null)}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  );
}

function Offer({
  offer,
  step,
  onChoose,
}: {
  offer: OfferedChoice;
  step: string | null;
  onChoose: (choice: Choice) => void;
}) {
  const [editing, setEditing] = useState(false);
  const Icon = ICONS[offer.tone];
  const editable = offer.sample !== undefined && hasData(offer.choice);
  return (
    <li className="rounded-card border border-control bg-surface">
      <div className="flex items-stretch">
        <button
          type="button"
          onClick={() => onChoose(offer.choice)}
          className="flex min-w-0 grow items-start gap-2.5 rounded-card px-3 py-2 text-left -outline-offset-2 hover:bg-accent-soft max-md:min-h-11"
        >
          <Icon
            aria-hidden
            className={`mt-0.5 size-4 shrink-0 ${offer.tone === 'bad' ? 'text-fail' : offer.tone === 'good' ? 'text-done' : 'text-ink-2'}`}
          />
          <span className="min-w-0">
            <span className="block text-body font-medium text-ink">{offer.label}</span>
            <span className="block text-caption break-words text-ink-2 empty:hidden">
              {[step, offer.detail].filter((part) => part !== null).join(' · ')}
            </span>
          </span>
        </button>
        {editable && (
          <button
            type="button"
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
            className="shrink-0 rounded-control px-3 text-caption -outline-offset-2 font-medium text-accent-text hover:underline"
          >
            {editing ? 'Close' : 'With other data'}
            <span className="sr-only">: {offer.label}</span>
          </button>
        )}
      </div>
      {editing && <EditSample offer={offer} onChoose={onChoose} />}
    </li>
  );
}

function hasData(choice: Choice): boolean {
  return choice.kind === 'succeed' || choice.kind === 'answer';
}

function EditSample({
  offer,
  onChoose,
}: {
  offer: OfferedChoice;
  onChoose: (choice: Choice) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(offer.sample, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const take = (): void => {
    const parsed = parsePayload(text);
    if (!parsed.ok) return setProblem(parsed.message);
    const { choice } = offer;
    if (choice.kind === 'answer') onChoose({ ...choice, payload: parsed.value });
    if (choice.kind === 'succeed') onChoose({ ...choice, output: parsed.value });
    return undefined;
  };
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <Field label="What comes back" error={problem}>
        <Textarea
          value={text}
          rows={6}
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
          className="max-h-60 font-mono text-caption"
        />
      </Field>
      <Button size="compact" className="self-start max-md:h-11" onClick={take}>
        {offer.label}, with this
      </Button>
    </div>
  );
}
