/** A length of time as a number and a unit, which is how people say it. */
export interface Length {
  readonly amount: number;
  readonly unit: LengthUnit;
}

export type LengthUnit = 'minutes' | 'hours' | 'days' | 'weeks' | 'months';

export const LENGTH_UNITS: readonly LengthUnit[] = ['minutes', 'hours', 'days', 'weeks', 'months'];

const SHAPES: readonly { unit: LengthUnit; shape: RegExp; write: (amount: number) => string }[] = [
  { unit: 'minutes', shape: /^PT(\d+)M$/, write: (amount) => `PT${amount}M` },
  { unit: 'hours', shape: /^PT(\d+)H$/, write: (amount) => `PT${amount}H` },
  { unit: 'days', shape: /^P(\d+)D$/, write: (amount) => `P${amount}D` },
  { unit: 'weeks', shape: /^P(\d+)W$/, write: (amount) => `P${amount}W` },
  { unit: 'months', shape: /^P(\d+)M$/, write: (amount) => `P${amount}M` },
];

/** Null for lengths of several units, such as `P1DT12H`: those are edited as they are written. */
export function readLength(text: string): Length | null {
  for (const { unit, shape } of SHAPES) {
    const amount = shape.exec(text.trim())?.[1];
    if (amount !== undefined) return { amount: Number(amount), unit };
  }
  return null;
}

/** ISO 8601. */
export function writeLength({ amount, unit }: Length): string {
  return SHAPES.find((shape) => shape.unit === unit)?.write(amount) ?? '';
}
