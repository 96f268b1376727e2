import { z } from 'zod';
import type { Tx } from '#server/platform/db.ts';
import type { Invariant } from './invariant.ts';
import { beginning, PIECE, pieceText } from './walks.ts';

/** How far a look at an invariant came, and what it has found so far. */
export const lookSchema = z.object({
  /** The walks that it goes: a place on another walk, by a former build, is no place on this one. */
  way: z.string(),
  part: z.int(),
  place: z.array(z.string()),
  count: z.int(),
  sample: z.array(z.string()),
});
export type Look = z.output<typeof lookSchema>;

/** A broken invariant says so and names some; nobody counts to the end. */
const MOST = 1000;
const SAMPLE = 5;

const add = (look: Look, ids: readonly string[]): Look => ({
  ...look,
  count: Math.min(MOST, look.count + ids.length),
  sample: [...look.sample, ...ids].slice(0, SAMPLE),
});

const wayOf = (invariant: Invariant): string =>
  'broken' in invariant
    ? ''
    : invariant.parts
        .map(({ walk }) => [walk.from, walk.where, ...walk.keys.flat()].join(' '))
        .join('; ');

const start = (way: string): Look => ({ way, part: 0, place: [], count: 0, sample: [] });

interface Piece {
  readonly rows: number;
  readonly place: string[] | null;
  readonly ids: string[];
}

/**
 * Goes on with a look at an invariant, for so many pieces: `done` when it came to the end, else
 * where it stands. One that needs no walk is done at once.
 */
export const lookOn = async (
  tx: Tx,
  invariant: Invariant,
  before: Look | null,
  pieces: number,
): Promise<Look & { readonly done: boolean }> => {
  const way = wayOf(invariant);
  if ('broken' in invariant) {
    const { rows } = await tx.query<{ id: string }>(
      `select id from (${invariant.broken}) as broken limit ${MOST}`,
    );
    const ids = rows.map(({ id }) => id);
    return { ...add(start(way), ids), done: true };
  }
  let look = before?.way === way ? before : start(way);
  for (let looked = 0; looked < pieces; looked += 1) {
    const part = invariant.parts[look.part];
    if (part === undefined) break;
    const place = look.place.length === 0 ? beginning(part.walk) : look.place;
    const piece = (await tx.query<Piece>(pieceText(part, MOST), place)).rows[0];
    if (piece === undefined) throw new Error('A piece said nothing.');
    look = add(look, piece.ids);
    const ended = piece.rows < PIECE || piece.place === null;
    look = ended
      ? { ...look, part: look.part + 1, place: [] }
      : { ...look, place: piece.place ?? [] };
  }
  return { ...look, done: look.part >= invariant.parts.length };
};
