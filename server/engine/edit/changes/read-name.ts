/** Longest name, in UTF-16 units, as the document's schema counts. */
const LONGEST = 200;

/** A name as it is kept: trimmed, not empty, not too long. */
export function readName(
  text: string,
): { ok: true; name: string } | { ok: false; message: string } {
  const name = text.trim();
  if (name === '') return { ok: false, message: 'Give it a name.' };
  if (name.length > LONGEST) {
    const message = `Use at most ${LONGEST} characters for a name: this one has ${name.length}.`;
    return { ok: false, message };
  }
  return { ok: true, name };
}
