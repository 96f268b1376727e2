/**
 * What the lab can do to a worker, and where.
 *
 * A point is the n-th time that a worker process comes to a statement or a call of one kind. Points
 * are found by recording a clean run, so code that is written later adds its own.
 */
export const FAULTS = [
  /** SIGKILL just before the statement is sent, or the provider called. */
  'kill-before',
  /** SIGKILL when the answer has come and nobody has read it. */
  'kill-after',
  /** It is not sent, and its caller gets an error that nobody has classified. */
  'throw',
  /** The whole process is stopped (SIGSTOP) until others have finished its work, then goes on. */
  'hang',
  /** The connection breaks before anything was sent. */
  'reset',
  /** It took effect, and its caller is told that it failed; COMMIT too. */
  'lost-answer',
] as const;
export type Fault = (typeof FAULTS)[number];

/** What the statement or the call itself meets, and nothing else of the process. */
export const LOCAL_FAULTS: ReadonlySet<Fault> = new Set(['throw', 'reset', 'lost-answer']);

export type Seam = 'statement' | 'call';

export interface Point {
  readonly seam: Seam;
  readonly kind: string;
  /** From 1, counted per kind and process. */
  readonly ordinal: number;
}

/** A point and what shall happen there. */
export interface Aim {
  readonly point: Point;
  readonly fault: Fault;
}

/** A point of a recorded run, with what came of it there. */
export interface Recorded extends Point {
  /** What its answer looked like; empty when it found and changed nothing. */
  readonly answer: string;
}

const SHOWN = 110;

/** A statement's kind: its text without layout and numbers, as far as tells it apart. */
export const statementKind = (text: string, before: string): string => {
  const flat = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b\d+\b/g, '#')
    .trim();
  // All ends of transactions read alike: what was written last tells them apart.
  if (flat === 'commit' || flat === 'rollback') return `${flat} after: ${before}`;
  if (flat.startsWith('begin')) return flat.includes('read only') ? 'begin read only' : 'begin';
  return flat.slice(0, SHOWN);
};
