/** 32-bit FNV-1a with a final mix, so that ids that differ in one digit land far apart. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The arm is a function of run and step alone: a retry, a replay and a second visit in a loop all
 * take the same one.
 */
export function chooseArm(
  arms: readonly { readonly port: string; readonly percent: number }[],
  runId: string,
  stepId: string,
): string {
  const drawn = (hash32(`${runId}/${stepId}`) / 2 ** 32) * 100;
  let upTo = 0;
  for (const { port, percent } of arms) {
    upTo += percent;
    if (drawn < upTo) return port;
  }
  // Percentages add up to 100 within rounding: what is left belongs to the last arm that has any.
  return arms.findLast(({ percent }) => percent > 0)?.port ?? arms[0]?.port ?? 'next';
}
