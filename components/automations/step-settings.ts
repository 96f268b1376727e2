import { fieldValue } from './field-words.ts';

export interface StepSetting {
  readonly field: string;
  readonly value: string;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? fieldValue(value) : (JSON.stringify(value) ?? '');

/** A step's configuration as a flat list to read: nested settings by their dotted path. */
export const settingsOf = (
  config: Readonly<Record<string, unknown>>,
  path = '',
): readonly StepSetting[] =>
  Object.entries(config).flatMap(([key, value]) => {
    const field = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return settingsOf(value as Record<string, unknown>, field);
    }
    if (Array.isArray(value)) {
      return [{ field, value: value.length === 0 ? 'none' : value.map(plain).join(', ') }];
    }
    return [{ field, value: plain(value) }];
  });
