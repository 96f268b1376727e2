import { AppError } from '#server/platform/errors.ts';

/** jsonb holds neither U+0000 nor half a surrogate pair. */
const isSafe = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

const everyText = (value: unknown, test: (text: string) => boolean): boolean => {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((entry) => everyText(entry, test));
  return Object.entries(value).every(([key, entry]) => test(key) && everyText(entry, test));
};

/** What comes from a caller is refused rather than changed: it would no longer be what was sent. */
export const assertStorable = (value: unknown, what: string): void => {
  if (everyText(value, isSafe)) return;
  throw new AppError('invalid', `The ${what} holds a character that cannot be stored.`, {
    hint: 'Remove U+0000 and unpaired surrogates.',
  });
};

const repair = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** What a provider answered has happened: it is kept, with such characters repaired. */
export const makeStorable = (value: unknown): unknown => {
  if (typeof value === 'string') return isSafe(value) ? value : repair(value);
  if (typeof value !== 'object' || value === null) return value;
  if (everyText(value, isSafe)) return value;
  if (Array.isArray(value)) return value.map(makeStorable);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [repair(key), makeStorable(entry)]),
  );
};
