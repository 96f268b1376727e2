import { DateTime } from 'luxon';

/** An instant as ISO text in UTC with milliseconds. Throws for what is no instant. */
export function isoOf(epochMs: number): string {
  const text = DateTime.fromMillis(epochMs, { zone: 'utc' }).toISO();
  if (text === null) throw new RangeError(`${epochMs} is no instant.`);
  return text;
}

/** Epoch milliseconds of an ISO instant; null where it cannot be read. Without an offset: UTC. */
export function epochOf(iso: string): number | null {
  const parsed = DateTime.fromISO(iso, { zone: 'utc' });
  return parsed.isValid ? parsed.toMillis() : null;
}
