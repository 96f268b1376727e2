/** Longest slug that a port may be. */
const LONGEST = 63;

/**
 * An id for a new arm or case, from its name: "On the Pro plan" becomes `on_the_pro_plan`. Never
 * one of `taken`; `else` is always taken, since every branch has it.
 */
export function newPort(taken: readonly string[], name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[0-9_]+|_+$/g, '');
  const base = slug.slice(0, LONGEST) || 'path';
  const used = new Set([...taken, 'else']);
  for (let count = 1; ; count += 1) {
    const tail = count === 1 ? '' : `_${count}`;
    const port = `${base.slice(0, LONGEST - tail.length)}${tail}`;
    if (!used.has(port)) return port;
  }
}
