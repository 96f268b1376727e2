import { describeDuration } from '#server/steps/duration.ts';

/** "deadline.after" → "Deadline, after"; "spreadSeconds" → "Spread seconds". */
export const fieldLabel = (field: string): string => {
  const words = field
    .split('.')
    .map((part) =>
      part
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase(),
    )
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A setting's value as a reader would say it. */
export const fieldValue = (value: string | null): string => {
  if (value === null || value === '') return 'nothing';
  if (/^P(?=.*\d)/.test(value)) return describeDuration(value);
  if (value.startsWith('port:')) return value.slice(5).replaceAll('_', ' ');
  return value;
};

/** Text of several lines, or long: shown as removed and added lines instead of "a → b". */
export const isLongValue = (value: string | null): boolean =>
  value !== null && (value.length > 48 || value.includes('\n'));
