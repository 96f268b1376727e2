import { z } from 'zod';
import { AppError } from '#server/platform/errors.ts';

/** Lists are keyset pages: the cursor names the last item seen, so pages neither skip nor repeat. */
export const MAX_PAGE = 100;

export const pageInput = z.object({
  cursor: z.string().max(200).nullish(),
  limit: z.int().min(1).max(MAX_PAGE).default(50),
});

export interface Page<T> {
  readonly items: T[];
  /** Ask for the next page with it; null on the last one. */
  readonly nextCursor: string | null;
}

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

const encode = (key: string): string => Buffer.from(key).toString('base64url');

/** Throws `bad_request` for what is not a cursor of ours. */
export const decodeCursor = (cursor: string | null | undefined): string | null => {
  if (cursor === null || cursor === undefined || cursor === '') return null;
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (encode(key) !== cursor) {
    throw new AppError('bad_request', 'This cursor is not one of ours.', {
      hint: 'Pass nextCursor of the page before, unchanged, or none for the first page.',
    });
  }
  return key;
};

/** Cuts the one row that was read beyond the page, which only says that there are more. */
export const toPage = <T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => string,
): Page<T> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? encode(keyOf(last)) : null,
  };
};
