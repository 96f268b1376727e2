import type { Tx } from '#server/platform/db.ts';
import { readNames } from '#server/store/product-timeline.ts';

const FIXED: Readonly<Record<string, string>> = {
  engine: 'Engine',
  trigger: 'Trigger',
  api: 'API',
  sweep: 'Due sweep',
};

const labelOf = (actor: string, names: ReadonlyMap<string, string>): string => {
  const fixed = FIXED[actor];
  if (fixed !== undefined) return fixed;
  const at = actor.indexOf(':');
  const kind = actor.slice(0, at);
  const id = actor.slice(at + 1);
  if (kind === 'user') return names.get(id) ?? 'Former member';
  if (kind === 'api') return `API (${names.get(id) ?? 'former key'})`;
  return at < 0 ? actor : id;
};

/** What a person would call each actor: a member's name, "Due sweep", "worker-1". */
export const labelActors = async (
  tx: Tx,
  actors: readonly string[],
): Promise<(actor: string) => string> => {
  const ids = actors.filter((actor) => /^(user|api):/.test(actor));
  const names = await readNames(tx, [...new Set(ids.map((actor) => actor.replace(/^\w+:/, '')))]);
  return (actor) => labelOf(actor, names);
};
