import { ArrowRight, Minus, PencilLine, Plus, Settings2, Spline } from 'lucide-react';
import type { ReactNode } from 'react';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { cn } from '#components/ui/cn.ts';
import type { DocumentChanges, FieldChange, StepChange } from '#server/engine/compare-documents.ts';
import { fieldLabel, fieldValue, isLongValue } from './field-words.ts';

const MARKS = {
  added: { icon: Plus, tone: 'bg-done-soft text-done' },
  changed: { icon: PencilLine, tone: 'bg-accent-soft text-accent-text' },
  removed: { icon: Minus, tone: 'bg-fail-soft text-fail' },
  link: { icon: Spline, tone: 'bg-sunken text-ink-2' },
  settings: { icon: Settings2, tone: 'bg-sunken text-ink-2' },
} as const;

function Change({
  mark,
  title,
  aside,
  children,
}: {
  mark: keyof typeof MARKS;
  title: string;
  aside: string;
  children?: ReactNode;
}) {
  const { icon: Icon, tone } = MARKS[mark];
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 first:pt-1 last:border-b-0">
      <span
        className={cn('flex size-[22px] shrink-0 items-center justify-center rounded-tag', tone)}
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="text-body">
          <strong className="text-ink">{title}</strong>{' '}
          <span className="ml-1 text-caption text-ink-3">{aside}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-3 line-through">{fieldValue(before)}</span>
      <ArrowRight aria-label="becomes" className="size-3.5 text-ink-3" />
      <span className="font-semibold text-ink">{fieldValue(after)}</span>
    </span>
  );
}

function LongChange({ before, after }: { before: string | null; after: string | null }) {
  return (
    <div className="overflow-hidden rounded-control border border-line text-caption">
      {before !== null && (
        <p className="flex gap-2 bg-fail-soft px-3 py-1.5 text-ink-2">
          <Minus aria-label="was" className="mt-0.5 size-3 shrink-0 text-fail" />
          <span className="min-w-0 break-words whitespace-pre-wrap">{before}</span>
        </p>
      )}
      {after !== null && (
        <p className="flex gap-2 bg-done-soft px-3 py-1.5 text-ink">
          <Plus aria-label="is now" className="mt-0.5 size-3 shrink-0 text-done" />
          <span className="min-w-0 break-words whitespace-pre-wrap">{after}</span>
        </p>
      )}
    </div>
  );
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="flex flex-col gap-1 text-body">
      {fields.map(({ field, before, after }) =>
        isLongValue(before) || isLongValue(after) ? (
          <div key={field} className="flex flex-col gap-1">
            <dt className="text-caption text-ink-3">{fieldLabel(field)}</dt>
            <dd>
              <LongChange before={before} after={after} />
            </dd>
          </div>
        ) : (
          <div key={field} className="flex flex-wrap items-baseline gap-x-3">
            <dt className="w-28 text-caption text-ink-3">{fieldLabel(field)}</dt>
            <dd>
              <BeforeAfter before={before} after={after} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

const kindWords = (kind: string): string =>
  stepCatalogue.get(kind)?.title ?? kind.replaceAll('_', ' ');

function StepChangeItem({ change }: { change: StepChange }) {
  return (
    <Change
      mark={change.kind}
      title={change.step.name}
      aside={`${kindWords(change.step.kind)} · ${change.kind}`}
    >
      {change.kind === 'changed' && <Fields fields={change.fields} />}
    </Change>
  );
}

/** What differs from the live version: steps, where ports lead, and settings. */
export function ChangeList({ changes }: { changes: DocumentChanges }) {
  return (
    <ul className="flex flex-col">
      {changes.steps.map((change) => (
        <StepChangeItem key={`${change.kind} ${change.step.id}`} change={change} />
      ))}
      {changes.links.map((link) => (
        <Change
          key={`${link.from} ${link.port}`}
          mark="link"
          title={link.from}
          aside={`${link.port.replaceAll('_', ' ')} · leads elsewhere`}
        >
          <div className="text-body">
            <BeforeAfter before={link.before ?? 'the end'} after={link.after ?? 'the end'} />
          </div>
        </Change>
      ))}
      {changes.settings.length > 0 && (
        <Change mark="settings" title="Settings" aside="changed">
          <Fields fields={changes.settings} />
        </Change>
      )}
    </ul>
  );
}
