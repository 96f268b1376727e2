import type { AutomationDocument } from '#server/engine/document.ts';

/**
 * Saves a draft by itself, some moments after the last edit, one save at a time.
 *
 *   saved ──edit──► unsaved ──pause──► saving ──► saved
 *                      ▲                 ├──► retrying ──later, or online again──► saving
 *                      │                 ├──► refused   (said; the next edit tries again)
 *                      └──resolved── conflict  (someone else saved: nothing is sent until decided)
 *
 * Nothing is ever dropped: what is not on the server is kept in `kept` until it is.
 */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'retrying'; readonly message: string; readonly nextAt: number }
  | { readonly kind: 'refused'; readonly message: string }
  | ({ readonly kind: 'conflict' } & Conflict);

export interface Conflict {
  /** The revision that is on the server now. */
  readonly revision: number;
  readonly savedBy: string | null;
  readonly savedAt: Date;
}

export type SaveAnswer =
  | { readonly kind: 'saved'; readonly revision: number }
  | ({ readonly kind: 'stale' } & Conflict)
  /** Understood and not taken: sending the same again would not help. */
  | { readonly kind: 'refused'; readonly message: string }
  /** No answer, or the server's own fault. */
  | { readonly kind: 'failed'; readonly message: string };

/** Where an unsaved draft outlives its page. */
export interface KeptDrafts {
  readonly keep: (draft: { revision: number; document: AutomationDocument }) => void;
  readonly drop: () => void;
}

export interface SaverOptions {
  readonly revision: number;
  /** The document that the server holds as `revision`. */
  readonly document: AutomationDocument;
  readonly send: (revision: number, document: AutomationDocument) => Promise<SaveAnswer>;
  readonly kept: KeptDrafts;
  readonly onState: (state: SaveState) => void;
  /** Milliseconds of quiet before a save. */
  readonly pause?: number;
  readonly clock?: Pick<Clock, 'now' | 'after'>;
}

export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Calls back once after so many milliseconds; the answer takes it back. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

export interface DraftSaver {
  /** Tells of the document as it is after an edit. */
  readonly edited: (document: AutomationDocument) => void;
  /** Saves now what is unsaved; resolves when that is answered. */
  readonly flush: () => Promise<void>;
  /** After a conflict: goes on from the server's revision, with this document as the next edit. */
  readonly resolve: (revision: number, document: AutomationDocument, saved: boolean) => void;
  readonly revision: () => number;
  /** Whether the server holds everything that was edited here. */
  readonly isSaved: () => boolean;
  readonly stop: () => void;
}

const PAUSE_MS = 700;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

const pageClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** What the saver knows while it works. */
interface Desk extends Required<Pick<SaverOptions, 'send' | 'kept' | 'onState' | 'pause'>> {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  revision: number;
  onServer: AutomationDocument;
  latest: AutomationDocument;
  /** Sent without an answer: it may be on the server. The same again is the same save there. */
  doubtful: AutomationDocument | null;
  failures: number;
  blocked: boolean;
  inFlight: Promise<void> | null;
  cancelWait: (() => void) | null;
}

/** Starts with the draft as the server holds it; nothing is sent before the first edit. */
export function createDraftSaver(options: SaverOptions): DraftSaver {
  const desk: Desk = {
    pause: PAUSE_MS,
    clock: pageClock,
    ...options,
    onServer: options.document,
    latest: options.document,
    doubtful: null,
    failures: 0,
    blocked: false,
    inFlight: null,
    cancelWait: null,
  };
  return {
    edited: (document) => takeEdit(desk, document),
    flush: async () => flush(desk),
    resolve: (revision, document, saved) => goOnFrom(desk, revision, document, saved),
    revision: () => desk.revision,
    isSaved: () => isSaved(desk),
    stop: () => desk.cancelWait?.(),
  };
}

function takeEdit(desk: Desk, document: AutomationDocument): void {
  if (document === desk.latest) return;
  desk.latest = document;
  desk.kept.keep({ revision: desk.revision, document });
  if (desk.blocked) return;
  if (desk.inFlight === null) desk.onState({ kind: 'unsaved' });
  saveLater(desk, desk.pause);
}

function saveLater(desk: Desk, milliseconds: number): void {
  desk.cancelWait?.();
  desk.cancelWait = desk.clock.after(milliseconds, () => void flush(desk));
}

async function flush(desk: Desk): Promise<void> {
  desk.cancelWait?.();
  desk.cancelWait = null;
  // A save under way may carry an older document: what came after it is saved once it is answered.
  if (desk.inFlight !== null) await desk.inFlight;
  if (desk.blocked) return;
  if (isSaved(desk)) return allSaved(desk);
  desk.inFlight ??= saveOnce(desk).finally(() => {
    desk.inFlight = null;
  });
  await desk.inFlight;
}

function isSaved({ doubtful, latest, onServer }: Desk): boolean {
  return doubtful === null && latest === onServer;
}

async function saveOnce(desk: Desk): Promise<void> {
  const sent = desk.doubtful ?? desk.latest;
  desk.onState({ kind: 'saving' });
  hear(desk, await desk.send(desk.revision, sent), sent);
}

function hear(desk: Desk, answer: SaveAnswer, sent: AutomationDocument): void {
  desk.doubtful = answer.kind === 'failed' ? sent : null;
  switch (answer.kind) {
    case 'saved':
      desk.failures = 0;
      desk.revision = answer.revision;
      desk.onServer = sent;
      return desk.latest === sent ? allSaved(desk) : saveLater(desk, desk.pause);
    case 'stale':
      desk.blocked = true;
      return desk.onState({ ...answer, kind: 'conflict' });
    case 'refused':
      return desk.onState(answer);
    case 'failed': {
      const wait = Math.min(FIRST_RETRY_MS * 2 ** desk.failures, LONGEST_RETRY_MS);
      desk.failures += 1;
      const nextAt = desk.clock.now() + wait;
      desk.onState({ kind: 'retrying', message: answer.message, nextAt });
      return saveLater(desk, wait);
    }
  }
}

function goOnFrom(
  desk: Desk,
  revision: number,
  document: AutomationDocument,
  saved: boolean,
): void {
  desk.blocked = false;
  desk.failures = 0;
  desk.revision = revision;
  desk.latest = document;
  if (!saved) {
    desk.kept.keep({ revision, document });
    return saveLater(desk, 0);
  }
  desk.onServer = document;
  allSaved(desk);
}

function allSaved(desk: Desk): void {
  desk.kept.drop();
  desk.onState({ kind: 'saved', at: desk.clock.now() });
}
