import { canonicalJson } from '../canonical-json.ts';

/** Whether two JSON values say the same, whatever the order of their keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
