import type { ConnectionKind, Surroundings } from './form.ts';

/**
 * The connection that a new step starts with: the usual name where it exists or nothing is known,
 * else the only one of its kind; empty where the author has to choose.
 */
export function onlyConnection(
  { connections }: Surroundings,
  kind: ConnectionKind,
  usual: string,
): string {
  if (connections === undefined) return usual;
  const fitting = connections.filter((connection) => connection.kind === kind);
  if (fitting.some(({ name }) => name === usual)) return usual;
  return fitting.length === 1 ? (fitting[0]?.name ?? '') : '';
}
