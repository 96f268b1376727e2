/** What pausing or resuming asks of the server; see the API's `setStatus`. */
export interface StatusChange {
  readonly status: 'active' | 'paused';
  readonly holdRuns?: boolean;
  readonly waits?: 'now' | 'skip' | 'spread';
  readonly spreadHours?: number;
}

export interface FormProps {
  readonly id: string;
  readonly pending: boolean;
  readonly onLeave: () => void;
  readonly onChange: (change: StatusChange) => void;
}

const MOST_SAID = 1000;

/** "1,000+": counted no further. */
export const countWords = (count: number): string =>
  count > MOST_SAID ? `${MOST_SAID.toLocaleString('en-GB')}+` : count.toLocaleString('en-GB');

export const dueWords = (due: number): string =>
  due === 1 ? 'one wait came due' : `${countWords(due)} waits came due`;

export const heldWords = (held: number): string =>
  held === 1 ? 'One run is held' : `${countWords(held)} runs are held`;
