import type { Tx } from '#server/platform/db.ts';

export interface HeldStep {
  readonly id: number;
  readonly token: number;
}

export interface HeldEffect {
  readonly key: string;
  readonly token: number;
}

/**
 * One statement per worker and beat. Extends only what is still held: the token matches and the
 * lease has not lapsed, so that a stalled worker's late beat takes nothing back. Answers the ids
 * that were extended; whoever is missing has lost its step. `lease_until` is in no index, so the
 * update stays heap-only.
 */
export const renewStepLeases = async (
  tx: Tx,
  held: readonly HeldStep[],
  leaseSeconds: number,
): Promise<ReadonlySet<number>> => {
  if (held.length === 0) return new Set();
  const { rows } = await tx.query<{ id: number }>(
    `update steps s set lease_until = engine_now() + make_interval(secs => $3)
       from unnest($1::bigint[], $2::bigint[]) as u (id, token)
      where s.id = u.id and s.token = u.token and s.status = 'running'
        and s.lease_until >= engine_now()
     returning s.id`,
    [held.map((step) => step.id), held.map((step) => step.token), leaseSeconds],
  );
  return new Set(rows.map((row) => row.id));
};

/** The same for effects in flight, whose leases are their own. */
export const renewEffectLeases = async (
  tx: Tx,
  held: readonly HeldEffect[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> => {
  if (held.length === 0) return new Set();
  const { rows } = await tx.query<{ key: string }>(
    `update effects e set lease_until = engine_now() + make_interval(secs => $3)
       from unnest($1::text[], $2::bigint[]) as u (key, token)
      where e.key = u.key and e.token = u.token and e.status = 'in_flight'
        and e.lease_until >= engine_now()
     returning e.key`,
    [held.map((effect) => effect.key), held.map((effect) => effect.token), leaseSeconds],
  );
  return new Set(rows.map((row) => row.key));
};
