import { Check, CircleCheck } from 'lucide-react';
import type { RunStatus } from '#server/engine/state.ts';
import { cn } from './cn.ts';
import {
  AUTOMATION_STATE_WORDS,
  type AutomationState,
  RUN_STATUS_WORDS,
  type StatusTone,
  type StatusWord,
} from './status-vocabulary.ts';

const ICON_TONE: Readonly<Record<StatusTone, string>> = {
  accent: 'text-accent',
  wait: 'text-wait',
  held: 'text-held',
  review: 'text-review',
  fail: 'text-fail',
  done: 'text-done',
  quiet: 'text-ink-3',
};

/** Done is quiet: a green tick beside ink text. */
const WORD_TONE: Readonly<Record<StatusTone, string>> = {
  ...ICON_TONE,
  accent: 'text-accent-text',
  done: 'text-ink',
};

const SOFT: Readonly<Record<StatusTone, string>> = {
  accent: 'bg-accent-soft text-accent-text',
  wait: 'bg-wait-soft text-wait',
  held: 'bg-held-soft text-held',
  review: 'bg-review-soft text-review',
  fail: 'bg-fail-soft text-fail',
  done: 'bg-done-soft text-done',
  quiet: 'bg-sunken text-ink-3',
};

/** Icon and word in the status's colour. */
export function StatusBadge({ status, className }: { status: StatusWord; className?: string }) {
  const Icon = status.icon;
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-middle text-body font-medium whitespace-nowrap',
        WORD_TONE[status.tone],
        className,
      )}
    >
      <Icon
        aria-hidden
        className={cn(
          'size-4 shrink-0',
          ICON_TONE[status.tone],
          status.word === 'Running' && 'animate-running',
        )}
      />
      {status.word}
    </span>
  );
}

export function RunStatusBadge({ status, className }: { status: RunStatus; className?: string }) {
  return (
    <StatusBadge
      status={RUN_STATUS_WORDS[status]}
      {...(className === undefined ? {} : { className })}
    />
  );
}

export function AutomationStateBadge({
  state,
  className,
}: {
  state: AutomationState;
  className?: string;
}) {
  return (
    <StatusBadge
      status={AUTOMATION_STATE_WORDS[state]}
      {...(className === undefined ? {} : { className })}
    />
  );
}

const DISC_SIZE = {
  small: 'size-5 [&_svg]:size-3',
  medium: 'size-6 [&_svg]:size-3.5',
  large: 'size-9 [&_svg]:size-[18px]',
} as const;

/** The status's icon on soft ground, named for readers: heads of steps and pages. */
export function StatusDisc({
  status,
  size = 'small',
}: {
  status: StatusWord;
  size?: keyof typeof DISC_SIZE;
}) {
  // A tick needs no ring of its own inside the disc.
  const Icon = status.icon === CircleCheck ? Check : status.icon;
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-full',
        DISC_SIZE[size],
        SOFT[status.tone],
      )}
    >
      <Icon aria-hidden className={cn(status.word === 'Running' && 'animate-running')} />
      <span className="sr-only">{status.word}</span>
    </span>
  );
}
