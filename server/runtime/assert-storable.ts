import { AppError } from '#server/platform/errors.ts';
import { isShallow, isStorableText, MAX_DEPTH } from '#server/platform/storable.ts';

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, entry]) => isStorableText(key) && isStorable(entry));
};

/** What comes from a caller is refused rather than changed: it would no longer be what was sent. */
export const assertStorable = (value: unknown, what: string): void => {
  if (!isShallow(value)) {
    throw new AppError('invalid', `The ${what} is nested more deeply than can be stored.`, {
      hint: `Nest at most ${MAX_DEPTH} levels.`,
    });
  }
  if (isStorable(value)) return;
  throw new AppError('invalid', `The ${what} holds a character that cannot be stored.`, {
    hint: 'Remove U+0000 and unpaired surrogates.',
  });
};
