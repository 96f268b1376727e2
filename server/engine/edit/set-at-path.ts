export type PathEdit = { ok: true; value: unknown } | { ok: false };

/**
 * A copy of nested JSON with the field at the path set, or taken out where `value` is undefined.
 * Groups that are missing on the way are made. Not ok where the path leads through text, a number
 * or past the end of a list.
 */
export function setAtPath(root: unknown, path: readonly string[], value: unknown): PathEdit {
  const [key, ...rest] = path;
  if (key === undefined) return { ok: true, value };
  const container = root === undefined ? {} : root;
  if (Array.isArray(container)) return setInList(container, key, rest, value);
  if (typeof container !== 'object' || container === null || key === '__proto__') {
    return { ok: false };
  }
  const present: unknown = Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined;
  if (present === undefined && value === undefined) return { ok: true, value: root };
  const inner = setAtPath(present, rest, value);
  if (!inner.ok) return inner;
  const others = Object.entries(container);
  const entries = others.some(([name]) => name === key)
    ? others.map(([name, entry]): [string, unknown] => [name, name === key ? inner.value : entry])
    : [...others, [key, inner.value] as const];
  return {
    ok: true,
    value: Object.fromEntries(entries.filter(([, entry]) => entry !== undefined)),
  };
}

function setInList(
  list: readonly unknown[],
  key: string,
  rest: readonly string[],
  value: unknown,
): PathEdit {
  const index = /^(0|[1-9]\d{0,5})$/.test(key) ? Number(key) : -1;
  const isRemoval = rest.length === 0 && value === undefined;
  if (index < 0 || index > list.length || (isRemoval && index === list.length)) {
    return { ok: false };
  }
  if (isRemoval) return { ok: true, value: list.toSpliced(index, 1) };
  const inner = setAtPath(list[index], rest, value);
  if (!inner.ok || inner.value === undefined) return { ok: false };
  return { ok: true, value: list.toSpliced(index, 1, inner.value) };
}
