/** Something wrong with a text that should be JSON. */
export interface JsonFault {
  readonly code: 'malformed_json' | 'duplicate_key' | 'too_deep';
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Deeper than any document is; whoever walks it must not run out of stack. */
const MOST_LEVELS = 100;
/** More than these are not listed: whoever has so many has another problem. */
const MOST_FAULTS = 20;

/** What may come next. */
type Expect = 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'colon' | 'comma_or_end' | 'end';

interface Scan {
  readonly text: string;
  at: number;
  expect: Expect;
  /** The open groups and lists: a group's field names, null for a list. */
  readonly open: (Set<string> | null)[];
  readonly faults: JsonFault[];
}

/**
 * Reads a text as JSON (RFC 8259) without making anything of it: where it stops being JSON, which
 * fields stand twice, whether it is nested too deeply. None of these: `JSON.parse` takes it.
 * Browsers' own messages differ, name no line, and say nothing of fields that stand twice.
 */
export function scanJson(text: string): JsonFault[] {
  const scan: Scan = { text, at: 0, expect: 'value', open: [], faults: [] };
  for (;;) {
    skipSpace(scan);
    if (scan.expect === 'end' && scan.at === text.length) return scan.faults;
    const code = scan.open.length > MOST_LEVELS ? 'too_deep' : 'malformed_json';
    const message = code === 'too_deep' ? `Nest at most ${MOST_LEVELS} levels.` : takeNext(scan);
    if (message !== null) return [...scan.faults, fault(scan, code, message, scan.at)];
    if (scan.faults.length >= MOST_FAULTS) return scan.faults;
  }
}

/** Takes one token; says what is wrong where that cannot be. */
function takeNext(scan: Scan): string | null {
  const character = scan.text[scan.at];
  if (scan.expect === 'end') return 'Nothing may follow the last closing bracket.';
  if (character === undefined) return 'The text ends too early: a part of it is missing.';
  switch (scan.expect) {
    case 'key':
    case 'key_or_end':
      return takeKey(scan, character);
    case 'colon':
      if (character !== ':') return 'A ":" is missing after the name of a field.';
      scan.at += 1;
      scan.expect = 'value';
      return null;
    case 'comma_or_end':
      return takeComma(scan, character);
    case 'value':
    case 'value_or_end':
      return takeValue(scan, character);
  }
}

function takeKey(scan: Scan, character: string): string | null {
  if (character === '}' && scan.expect === 'key_or_end') return close(scan);
  const start = scan.at;
  const wrong = character === '"' ? takeString(scan) : 'Put the name of the field in "quotes".';
  if (wrong !== null) return wrong;
  const key: unknown = JSON.parse(scan.text.slice(start, scan.at));
  const keys = scan.open.at(-1);
  if (keys?.has(String(key)) === true) {
    const message = `The field ${JSON.stringify(key).slice(0, 80)} stands here twice.`;
    scan.faults.push(fault(scan, 'duplicate_key', message, start));
  }
  keys?.add(String(key));
  scan.expect = 'colon';
  return null;
}

function takeComma(scan: Scan, character: string): string | null {
  const isList = scan.open.at(-1) === null;
  if (character === (isList ? ']' : '}')) return close(scan);
  if (character !== ',') return `A "," or the closing "${isList ? ']' : '}'}" is missing.`;
  scan.at += 1;
  scan.expect = isList ? 'value' : 'key';
  return null;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

function takeValue(scan: Scan, character: string): string | null {
  if (character === ']' && scan.expect === 'value_or_end') return close(scan);
  if (character === '{' || character === '[') {
    scan.open.push(character === '{' ? new Set() : null);
    scan.expect = character === '{' ? 'key_or_end' : 'value_or_end';
    scan.at += 1;
    return null;
  }
  const wrong = character === '"' ? takeString(scan) : takeWord(scan);
  scan.expect = afterValue(scan);
  return wrong;
}

function takeWord(scan: Scan): string | null {
  const pattern = /[-\d]/.test(scan.text[scan.at] ?? '') ? NUMBER : WORD;
  pattern.lastIndex = scan.at;
  const [found] = pattern.exec(scan.text) ?? [];
  if (found === undefined) return 'A value is missing or cannot be read here.';
  scan.at += found.length;
  return null;
}

const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** Walked by hand: a pattern over a long text would run out of stack. */
function takeString(scan: Scan): string | null {
  const { text } = scan;
  for (let at = scan.at + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') {
      scan.at = at + 1;
      return null;
    }
    if (character < ' ') {
      scan.at = at;
      return 'A text holds a line break or a control character: write it as "\\n".';
    }
    if (character === '\\') {
      ESCAPE.lastIndex = at + 1;
      const [escaped] = ESCAPE.exec(text) ?? [];
      if (escaped === undefined) {
        scan.at = at;
        return 'After a backslash comes one of " \\ / b f n r t, or u and four hex digits.';
      }
      at += escaped.length;
    }
  }
  return 'The closing quote of a text is missing.';
}

function close(scan: Scan): null {
  scan.open.pop();
  scan.at += 1;
  scan.expect = afterValue(scan);
  return null;
}

function afterValue({ open }: Scan): Expect {
  return open.length === 0 ? 'end' : 'comma_or_end';
}

function skipSpace(scan: Scan): void {
  while (/[ \t\n\r]/.test(scan.text[scan.at] ?? '')) scan.at += 1;
}

function fault(scan: Scan, code: JsonFault['code'], message: string, at: number): JsonFault {
  const before = scan.text.slice(0, at);
  const line = before.split('\n').length;
  return { code, message, line, column: at - before.lastIndexOf('\n') };
}
