import { OPEN_RUN_STATUSES } from '#server/engine/state.ts';
import type { EngineHealth } from '#server/api/views/workspace-view.ts';
import { formatDuration } from '#components/ui/format-duration.ts';

export interface Verdict {
  readonly well: boolean;
  readonly title: string;
  readonly detail: string;
}

/** Runs that are not finished, over all statuses. */
export const openRuns = (health: EngineHealth): number =>
  OPEN_RUN_STATUSES.reduce((sum, status) => sum + (health.metrics.runsByStatus[status] ?? 0), 0);

/** One sentence for the top of the page. Anything above zero is a bug or a process that is down. */
export const verdictOf = (health: EngineHealth): Verdict => {
  const broken = Object.values(health.invariants).filter((count) => count > 0);
  const rows = broken.reduce((sum, count) => sum + count, 0);
  const open = openRuns(health);
  const more = OPEN_RUN_STATUSES.some((status) => isMore(health.metrics.runsByStatus[status] ?? 0));
  const number = `${open.toLocaleString('en-GB')}${more ? '+' : ''}`;
  const checked = `${number} unfinished ${open === 1 ? 'run is' : 'runs are'} looked at every minute`;
  if (rows === 0) {
    return {
      well: true,
      title: 'Every unfinished run has a way forward',
      detail: `${checked}.`,
    };
  }
  return {
    well: false,
    title: `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row breaks' : 'rows break'} what must always hold`,
    detail: `${checked}. A count that stays above zero is a fault in Holdfast, or a worker that is not running.`,
  };
};

/** Counting stops there. */
const MOST_COUNTED = 1000;
const isMore = (count: number): boolean => count >= MOST_COUNTED;

/** "1,000+" where counting stopped. */
export const counted = (count: number): string =>
  `${count.toLocaleString('en-GB')}${isMore(count) ? '+' : ''}`;

/** Milliseconds, or a dash where nothing was measured: no timer fires at its very instant. */
export const lateness = (ms: number | null): string =>
  ms === null || ms === 0 ? '–' : formatDuration(ms);

/** Seconds, or a dash where nothing waits. */
export const age = (seconds: number | null | undefined): string =>
  seconds === null || seconds === undefined || seconds === 0 ? '–' : formatDuration(seconds * 1000);

/** `waiting_timer` for names without a sentence: still better than nothing. */
export const sentenceOf = (health: EngineHealth, name: string): string =>
  (health.sentences[name] ?? name.replaceAll('_', ' ')).replace(/\.$/, '');
