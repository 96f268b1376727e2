import type { DocumentStep } from '#server/engine/document.ts';

/** Of the twelve columns that a form has at the side. */
export interface FieldPlace {
  readonly columns: 4 | 5 | 7 | 8;
  /** Said once below the fields, or by the sentence above them. */
  readonly quiet: boolean;
}

type Places = Readonly<Record<string, FieldPlace>>;

const TIME_OF_DAY: Places = {
  at: { columns: 4, quiet: true },
  days: { columns: 8, quiet: true },
  zone: { columns: 7, quiet: true },
  spreadSeconds: { columns: 5, quiet: true },
};

const DATE: Places = {
  at: { columns: 4, quiet: true },
  zone: { columns: 8, quiet: true },
};

/** Where a setting stands beside another; null for a line of its own. */
export function fieldPlace({ kind, config }: DocumentStep, field: string): FieldPlace | null {
  if (kind !== 'wait_until') return null;
  return (config['date'] === undefined ? TIME_OF_DAY : DATE)[field] ?? null;
}
