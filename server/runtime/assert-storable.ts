import { AppError } from '#server/platform/errors.ts';
import { isStorableText } from '#server/platform/storable.ts';

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, entry]) => isStorableText(key) && isStorable(entry));
};

/** What comes from a caller is refused rather than changed: it would no longer be what was sent. */
export const assertStorable = (value: unknown, what: string): void => {
  if (isStorable(value)) return;
  throw new AppError('invalid', `The ${what} holds a character that cannot be stored.`, {
    hint: 'Remove U+0000 and unpaired surrogates.',
  });
};
