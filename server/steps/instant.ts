/** Epoch milliseconds as ISO 8601 in UTC, the spelling that timer rules use. */
export function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
