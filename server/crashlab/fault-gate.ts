/**
 * The gate in a lab worker through which every statement and every call goes: it counts, records,
 * and at one point of one process does one thing.
 */
import type { Aim, Point, Recorded, Seam } from './fault.ts';

/** How the seam at hand does what differs between a statement and a call. */
export interface Passing<T> {
  readonly seam: Seam;
  readonly kind: string;
  readonly send: () => Promise<T>;
  /** Breaks the connection and fails as its driver would. */
  readonly cut: () => Promise<T>;
  /** What the caller is told when the answer is lost. */
  readonly lost: () => Error;
  /** What the answer looks like, ids and numbers apart; empty: nothing was found or changed. */
  readonly looks: (answer: T) => string;
}

export interface Gate {
  pass<T>(passing: Passing<T>): Promise<T>;
  points(): readonly Recorded[];
}

export interface GateOptions {
  readonly aim: Aim | null;
  readonly record: boolean;
  /** Resolves when the lab's main process has been told. */
  readonly reached: () => Promise<void>;
}

const never = async (): Promise<never> => new Promise(() => undefined);

const die = async (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return never();
};

const strike = async <T>(
  { aim, reached }: { readonly aim: Aim; readonly reached: () => Promise<void> },
  passing: Passing<T>,
): Promise<T> => {
  switch (aim.fault) {
    case 'kill-before':
      return die();
    case 'kill-after':
      await passing.send();
      return die();
    case 'throw':
      await reached();
      throw new Error('The lab threw this.');
    case 'hang':
      await reached();
      process.kill(process.pid, 'SIGSTOP');
      return passing.send();
    case 'reset':
      await reached();
      return passing.cut();
    case 'lost-answer':
      await passing.send();
      await reached();
      throw passing.lost();
  }
};

const isAt = ({ point }: Aim, { seam, kind, ordinal }: Point): boolean =>
  point.seam === seam && point.kind === kind && point.ordinal === ordinal;

export const createGate = ({ aim, record: records, reached }: GateOptions): Gate => {
  const counts = new Map<string, number>();
  const recorded: Recorded[] = [];
  const record = async <T>(point: Point, passing: Passing<T>): Promise<T> => {
    const answer = await passing.send();
    recorded.push({ ...point, answer: passing.looks(answer) });
    return answer;
  };
  return {
    // The statement is sent in this very tick, so that the order of statements stays the caller's.
    pass: async (passing) => {
      if (aim === null && !records) return passing.send();
      const { seam, kind } = passing;
      const name = `${seam} ${kind}`;
      const ordinal = (counts.get(name) ?? 0) + 1;
      counts.set(name, ordinal);
      const point = { seam, kind, ordinal };
      if (aim === null) return record(point, passing);
      return isAt(aim, point) ? strike({ aim, reached }, passing) : passing.send();
    },
    points: () => recorded,
  };
};
