/**
 * The circuit breaker of a connection, in its row, so that all workers share it.
 *
 *   closed ──so many failures in a row──► open ──its time is over: one call may try──► half_open
 *     ▲                                    ▲ └──────────────────────────────────────────┐ │
 *     │                                    └──the trial failed: for longer this time────┼─┤
 *     └────────────────────────────────────────────any success──────────────────────────┘ │
 *                                          half_open ──the trial never reported──► another may try
 *
 * What counts is that the provider fails or cannot be reached. A request that it refuses (a
 * terminal 4xx) shows that it works.
 */
import type { Tx } from '#server/platform/db.ts';

/** Failures in a row that open the breaker. */
const FAILURES_TO_OPEN = 5;
/** Seconds that it stays open at first; twice as long each time the trial fails, up to the cap. */
const OPEN_SECONDS = 15;
const MOST_OPEN_SECONDS = 300;

export interface BreakerState {
  readonly breaker: 'closed' | 'open' | 'half_open';
  /** Epoch milliseconds: when the next call may try. Null while closed. */
  readonly until: number | null;
}

const OPENS = `(breaker = 'half_open' or breaker_failures + 1 >= $2::int)`;

const STATE = `breaker, floor(extract(epoch from breaker_until) * 1000)::bigint as until`;

/** A call failed. The trial's failure opens it again; late failures while it is open add nothing. */
export const noteConnectionFailure = async (
  tx: Tx,
  id: string,
  message: string,
): Promise<BreakerState | null> => {
  const { rows } = await tx.query<BreakerState>(
    `update connections
        set breaker_failures = breaker_failures + 1,
            breaker = case when ${OPENS} then 'open' else breaker end,
            breaker_until = case when ${OPENS} then engine_now() + make_interval(secs => least($4::float8,
              $3::float8 * power(2, least(20, greatest(0, breaker_failures + 1 - $2::int))))) else breaker_until end,
            health = case when ${OPENS} and health = 'ok' then 'failing' else health end,
            health_message = case when ${OPENS} and health <> 'unauthorised'
              then $5 else health_message end,
            health_at = case when ${OPENS} then engine_now() else health_at end,
            updated_at = now()
      where id = $1 and breaker <> 'open'
     returning ${STATE}`,
    [id, FAILURES_TO_OPEN, OPEN_SECONDS, MOST_OPEN_SECONDS, message],
  );
  return rows[0] ?? null;
};

/** The provider answered: closed, and the failures forgotten. Writes nothing where nothing changes. */
export const noteConnectionSuccess = async (tx: Tx, id: string): Promise<void> => {
  await tx.query(
    `update connections
        set breaker = 'closed', breaker_until = null, breaker_failures = 0,
            health = case when health = 'failing' then 'ok' else health end,
            health_message = case when health = 'failing' then null else health_message end,
            health_at = case when health = 'failing' then engine_now() else health_at end,
            updated_at = now()
      where id = $1 and (breaker <> 'closed' or breaker_failures > 0)`,
    [id],
  );
};

/**
 * Asks to be the one call that tries. True for one asker only: the row's lock and the re-check of
 * its newest version see to that. A trial that never reports is over after `seconds`.
 */
export const takeTrial = async (tx: Tx, id: string, seconds: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update connections
        set breaker = 'half_open', breaker_until = engine_now() + make_interval(secs => $2),
            updated_at = now()
      where id = $1 and breaker <> 'closed' and breaker_until <= engine_now()`,
    [id, seconds],
  );
  return rowCount === 1;
};

export const readBreaker = async (tx: Tx, id: string): Promise<BreakerState | null> => {
  const { rows } = await tx.query<BreakerState>(`select ${STATE} from connections where id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
};
