import type { DataScope } from './definition.ts';

/** The names and indexes of a path, outermost first. */
export type PathSegments = readonly string[];

const NAME = /^[^\s.[\]"'$]+/;
const BRACKET = /^\[(?:(\d+)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/;

/**
 * Reads a path such as `steps.score.output.value`, `contact.email`, `trigger.items[0].name` or
 * `trigger["first name"]`. Null where it is not one. A leading `$.` or `$` is allowed.
 */
export function parseDataPath(path: string): PathSegments | null {
  let rest = path.trim().replace(/^\$\.?/, '');
  const segments: string[] = [];
  while (rest !== '') {
    const bracket = BRACKET.exec(rest);
    const name = bracket === null ? NAME.exec(rest) : null;
    if (bracket !== null) {
      const quoted = bracket[2] ?? bracket[3];
      segments.push(bracket[1] ?? (quoted ?? '').replace(/\\(.)/g, '$1'));
    } else if (name !== null) segments.push(name[0]);
    else return null;
    rest = rest.slice((bracket ?? name)?.[0].length ?? rest.length);
    if (rest.startsWith('.')) {
      rest = rest.slice(1);
      if (rest === '' || rest.startsWith('[')) return null;
    } else if (rest !== '' && !rest.startsWith('[')) return null;
  }
  return segments.length === 0 ? null : segments;
}

/** Follows own properties only, so `constructor` and `__proto__` lead nowhere by themselves. */
export function readSegments(value: unknown, segments: PathSegments): unknown {
  let current = value;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null) return undefined;
    if (current instanceof Map) current = current.get(segment);
    else if (Object.hasOwn(current, segment)) current = Reflect.get(current, segment);
    else return undefined;
  }
  return current;
}

/** The value at a path of a run's data; undefined where there is none or the path is not one. */
export function readDataPath(data: DataScope, path: string): unknown {
  const segments = parseDataPath(path);
  return segments === null ? undefined : readSegments(data, segments);
}
