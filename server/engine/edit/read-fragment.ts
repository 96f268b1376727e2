import { documentSchema } from '../document.ts';
import { FRAGMENT_FORMAT, fragmentSchema, type Fragment } from './fragment.ts';
import { scanJson } from './scan-json.ts';
import { unstorable } from './unstorable.ts';

/** Longest clipboard text that is looked at, in UTF-16 units. */
const MOST_TEXT = 1_048_576;
const NONE = 'The clipboard holds no copied steps.';

type Read = { ok: true; fragment: Fragment } | { ok: false; message: string };

/** What `copyFragment` wrote, or why the text is not that. Never throws. */
export function readFragment(text: string): Read {
  if (text.length > MOST_TEXT) return refuse('The clipboard holds too much to be copied steps.');
  if (scanJson(text).length > 0) return refuse(NONE);
  const value: unknown = JSON.parse(text);
  const isGroup = typeof value === 'object' && value !== null;
  const format: unknown = isGroup ? Reflect.get(value, 'format') : undefined;
  if (format === documentSchema.shape.format.value) {
    return refuse('The clipboard holds a whole automation: import it instead.');
  }
  if (format !== FRAGMENT_FORMAT) return refuse(NONE);
  const parsed = fragmentSchema.safeParse(value);
  if (!parsed.success || unstorable(value).length > 0 || !holdsTogether(parsed.data)) {
    return refuse('The copied steps in the clipboard cannot be read: copy them again.');
  }
  return { ok: true, fragment: parsed.data };
}

function holdsTogether({ steps, edges, notes }: Fragment): boolean {
  const ids = new Set(steps.map(({ id }) => id));
  return (
    ids.size === steps.length &&
    new Set(notes.map(({ id }) => id)).size === notes.length &&
    edges.every(({ from, to }) => ids.has(from) && ids.has(to) && from !== to)
  );
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
