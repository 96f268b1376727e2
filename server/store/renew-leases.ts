import type { Tx } from '#server/platform/db.ts';

export interface HeldStep {
  readonly id: number;
  readonly token: number;
}

export interface HeldEffect {
  readonly key: string;
  readonly token: number;
}

/** What became of the leases that a beat asked for. */
export interface Renewal<Id> {
  readonly extended: ReadonlySet<Id>;
  /** Still ours as far as can be seen, but someone is about to write the row: the next beat asks. */
  readonly busy: ReadonlySet<Id>;
}

interface RenewedRow<Id> {
  readonly id: Id;
  readonly extended: boolean;
}

const renewalOf = <Id>(rows: readonly RenewedRow<Id>[]): Renewal<Id> => ({
  extended: new Set(rows.filter((row) => row.extended).map((row) => row.id)),
  busy: new Set(rows.filter((row) => !row.extended).map((row) => row.id)),
});

/**
 * One statement per worker and beat. Extends only what is still held: the token matches and the
 * lease has not lapsed, so that a stalled worker's late beat takes nothing back. Whoever is in
 * neither set has lost its step. A beat waits for nobody: one row that a slow transaction holds
 * must not keep all others from being renewed, and rows locked one by one could turn into a ring
 * with those that a settle locks. `lease_until` is in no index, so the update stays heap-only.
 */
export const renewStepLeases = async (
  tx: Tx,
  held: readonly HeldStep[],
  leaseSeconds: number,
): Promise<Renewal<number>> => {
  if (held.length === 0) return renewalOf([]);
  const { rows } = await tx.query<RenewedRow<number>>(
    `with u as materialized (select * from unnest($1::bigint[], $2::bigint[]) as u (id, token)),
     free as materialized (
       select s.id from u join steps s on s.id = u.id
        where s.token = u.token and s.status = 'running' and s.lease_until >= engine_now()
          for no key update of s skip locked),
     extended as (
       update steps s set lease_until = engine_now() + make_interval(secs => $3)
         from free where s.id = free.id
       returning s.id)
     select s.id, x.id is not null as extended
       from u join steps s on s.id = u.id left join extended x on x.id = u.id
      where s.token = u.token and s.status = 'running' and s.lease_until >= engine_now()`,
    [held.map((step) => step.id), held.map((step) => step.token), leaseSeconds],
  );
  return renewalOf(rows);
};

/** The same for effects in flight, whose leases are their own. */
export const renewEffectLeases = async (
  tx: Tx,
  held: readonly HeldEffect[],
  leaseSeconds: number,
): Promise<Renewal<string>> => {
  if (held.length === 0) return renewalOf([]);
  const { rows } = await tx.query<RenewedRow<string>>(
    `with u as materialized (select * from unnest($1::text[], $2::bigint[]) as u (key, token)),
     free as materialized (
       select e.key from u join effects e on e.key = u.key
        where e.token = u.token and e.status = 'in_flight' and e.lease_until >= engine_now()
          for no key update of e skip locked),
     extended as (
       update effects e set lease_until = engine_now() + make_interval(secs => $3)
         from free where e.key = free.key
       returning e.key)
     select e.key as id, x.key is not null as extended
       from u join effects e on e.key = u.key left join extended x on x.key = u.key
      where e.token = u.token and e.status = 'in_flight' and e.lease_until >= engine_now()`,
    [held.map((effect) => effect.key), held.map((effect) => effect.token), leaseSeconds],
  );
  return renewalOf(rows);
};
