/** Time between two looks, milliseconds. */
const PACE = 100;

/**
 * Looks again and again until there is something to see. For what only another process can tell;
 * where an event can be awaited in this one, await that.
 *
 * @throws Error that names what did not happen, after `deadlineMs`.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  deadlineMs = 30_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
}
