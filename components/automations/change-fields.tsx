import { ArrowRight, Minus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { ReadableField } from '#server/steps/describe-comparison.ts';
import { cn } from '#components/ui/cn.ts';
import { isLongValue } from './field-words.ts';
import { diffTexts, type TextPiece } from './word-diff.ts';

const shown = (value: string | null): string =>
  value === null || value === '' ? 'nothing' : value;

/** "24 hours → 48 hours" */
export function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <del className="break-words text-ink-3">{shown(before)}</del>
      <ArrowRight aria-label="becomes" className="size-3.5 shrink-0 text-ink-3" />
      <ins className="font-semibold break-words text-ink no-underline">{shown(after)}</ins>
    </span>
  );
}

/** Each setting with what it was and is: short ones on one line, long ones as marked texts. */
export function ChangeFields({ fields }: { fields: readonly ReadableField[] }) {
  return (
    <dl className="flex flex-col gap-1 text-body">
      {fields.map(({ field, label, before, after }) =>
        isLongValue(before) || isLongValue(after) ? (
          <div key={field} className="flex flex-col gap-1">
            <dt className="text-caption text-ink-3">{label}</dt>
            <dd>
              <LongChange before={before} after={after} />
            </dd>
          </div>
        ) : (
          <div key={field} className="grid gap-x-3 md:grid-cols-[minmax(0,9rem)_minmax(0,1fr)]">
            <dt className="text-caption leading-5 text-ink-3">{label}</dt>
            <dd>
              <BeforeAfter before={before} after={after} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function LongChange({ before, after }: { before: string | null; after: string | null }) {
  const pieces = useMemo(() => diffTexts(before ?? '', after ?? ''), [before, after]);
  return (
    <div className="max-h-72 overflow-y-auto rounded-control border border-line text-caption">
      {before !== null && before !== '' && (
        <Side tone="bg-fail-soft" icon={<Minus aria-label="was" className="text-fail" />}>
          <Pieces pieces={pieces.before} marked={after !== null} />
        </Side>
      )}
      {after !== null && after !== '' && (
        <Side tone="bg-done-soft" icon={<Plus aria-label="is now" className="text-done" />}>
          <Pieces pieces={pieces.after} marked={before !== null} />
        </Side>
      )}
    </div>
  );
}

function Side({
  tone,
  icon,
  children,
}: {
  tone: string;
  icon: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <p className={cn('flex gap-2 px-3 py-1.5 text-ink-2', tone)}>
      <span className="mt-0.5 shrink-0 [&_svg]:size-3">{icon}</span>
      <span className="min-w-0 break-words whitespace-pre-wrap">{children}</span>
    </p>
  );
}

/** A text that is new as a whole needs no marks in it. */
function Pieces({ pieces, marked }: { pieces: readonly TextPiece[]; marked: boolean }) {
  return pieces.map(({ text, changed }, index) =>
    changed && marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <strong key={index} className="font-semibold text-ink underline decoration-1">
        {text}
      </strong>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <span key={index}>{text}</span>
    ),
  );
}
