import { settingsSchema } from '#server/engine/document.ts';
import { isZone } from '#server/engine/instant.ts';

/** Why this cannot be the automation's name; null when it can. */
export function nameProblem(text: string): string | null {
  const name = text.trim();
  if (name === '') return 'Give it a name';
  return name.length > 200 ? 'Use at most 200 characters' : null;
}

export function zoneProblem(text: string): string | null {
  return isZone(text) ? null : 'Use an IANA time zone such as Europe/Berlin';
}

export function stepsProblem(text: string): string | null {
  return isWhole(text) && settingsSchema.safeParse({ maxSteps: Number(text) }).success
    ? null
    : 'Use a whole number from 1 to 100,000';
}

export function ageProblem(text: string): string | null {
  return isWhole(text) && settingsSchema.safeParse({ maxAgeDays: Number(text) }).success
    ? null
    : 'Use a whole number of days from 1 to 3,650';
}

/** `Number` takes "1e3" and "0x10" too: nobody means those. */
function isWhole(text: string): boolean {
  return /^\d{1,6}$/.test(text.trim());
}
