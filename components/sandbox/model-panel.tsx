import { Sparkles } from 'lucide-react';
import { Chip } from '#components/ui/chip.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Moment } from '#components/ui/moment.tsx';
import type { ModelCallView } from './sandbox-view.ts';

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-caption text-ink-3">{label}</dt>
      <dd className="max-h-96 overflow-y-auto text-body break-words whitespace-pre-wrap">{text}</dd>
    </div>
  );
}

/** What the model was asked and what it wrote, newest first. */
export function ModelPanel({ items, now }: { items: readonly ModelCallView[]; now: Date }) {
  if (items.length === 0) {
    return (
      <div className="p-4 md:p-6">
        <EmptyState icon={Sparkles} title="The model was not asked anything">
          Steps that let a model write ask here. Run the demo and skip its first wait to see the
          draft.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul
      aria-label="Model calls"
      // A long list scrolls and holds nothing to press: it has to be reached by keyboard itself.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto -outline-offset-2"
    >
      {items.map((call) => (
        <li key={call.id} className="flex flex-col gap-2 border-b border-line px-4 py-4 md:px-6">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono text-caption">{call.model}</span>
            <span className="text-caption text-ink-2 tabular">
              {call.inputTokens} tokens in, {call.outputTokens} out
            </span>
            {call.replays > 0 && <Chip>Same key {call.replays + 1} times, one answer</Chip>}
            <Moment
              at={call.at}
              format="near"
              now={now}
              className="ml-auto text-caption text-ink-3"
            />
          </p>
          <dl className="grid gap-3 md:grid-cols-2">
            <Part label="Asked" text={call.prompt} />
            <Part label="Wrote" text={call.reply} />
          </dl>
          {call.idempotencyKey !== null && (
            <p className="text-caption text-ink-3">
              Key <span className="font-mono break-all">{call.idempotencyKey}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
