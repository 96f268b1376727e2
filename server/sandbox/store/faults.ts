import type { Tx } from '#server/platform/db.ts';
import {
  DEFAULT_RETRY_AFTER_SECONDS,
  DEFAULT_SLOW_SECONDS,
  type Fault,
  type FaultMode,
  type FaultRequest,
  type FaultSetting,
} from '../faults/fault.ts';
import type { SandboxService } from '../services.ts';

interface FaultRow {
  readonly service: SandboxService;
  readonly mode: FaultMode;
  readonly retry_after_seconds: number | null;
  readonly retry_after: string | null;
  readonly slow_seconds: number | null;
  readonly remaining: number | null;
  readonly changed_at: Date;
}

const COLUMNS =
  'service, mode, retry_after_seconds, retry_after, slow_seconds, remaining, changed_at';

const toSetting = (row: FaultRow): FaultSetting => ({
  service: row.service,
  mode: row.mode,
  retryAfterSeconds: row.retry_after_seconds ?? DEFAULT_RETRY_AFTER_SECONDS,
  retryAfter: row.retry_after,
  slowSeconds: row.slow_seconds ?? DEFAULT_SLOW_SECONDS,
  remaining: row.remaining,
  changedAt: row.changed_at,
});

const NORMAL: Fault = {
  mode: 'normal',
  retryAfterSeconds: DEFAULT_RETRY_AFTER_SECONDS,
  retryAfter: null,
  slowSeconds: DEFAULT_SLOW_SECONDS,
};

/** How each service behaves now, in a fixed order. */
export const listFaults = async (tx: Tx): Promise<readonly FaultSetting[]> => {
  const { rows } = await tx.query<FaultRow>(
    `select ${COLUMNS} from sandbox.faults
      order by array_position(array['slack', 'smtp', 'model', 'crm', 'http'], service)`,
  );
  return rows.map(toSetting);
};

export const setFault = async (
  tx: Tx,
  service: SandboxService,
  request: FaultRequest,
): Promise<FaultSetting> => {
  const { rows } = await tx.query<FaultRow>(
    `insert into sandbox.faults (service, mode, retry_after_seconds, slow_seconds, remaining, retry_after)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (service) do update
       set mode = excluded.mode, retry_after_seconds = excluded.retry_after_seconds,
           retry_after = excluded.retry_after, slow_seconds = excluded.slow_seconds, remaining = excluded.remaining,
           changed_at = clock_timestamp()
     returning ${COLUMNS}`,
    [
      service,
      request.mode,
      request.retryAfterSeconds ?? null,
      request.seconds ?? null,
      request.times ?? null,
      request.retryAfter ?? null,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`No fault row for ${service}`);
  return toSetting(row);
};

/**
 * What applies to this call, using up one of a limited number of times. A mode that is not among
 * `applicable` stays for the call that it applies to. The row lock is taken only for limited
 * faults, so that ordinary calls do not queue behind each other.
 */
export const takeFault = async (
  tx: Tx,
  service: SandboxService,
  applicable: (mode: FaultMode) => boolean = () => true,
): Promise<Fault> => {
  const { rows } = await tx.query<FaultRow>(
    `select ${COLUMNS} from sandbox.faults where service = $1`,
    [service],
  );
  const seen = rows[0];
  if (seen === undefined || seen.mode === 'normal' || !applicable(seen.mode)) return NORMAL;
  if (seen.remaining === null) return toSetting(seen);
  const taken = await tx.query<FaultRow>(
    `with f as materialized (
       select ${COLUMNS} from sandbox.faults
        where service = $1 and mode = $2 and remaining is not null for update
     ), counted as (
       update sandbox.faults s
          set remaining = nullif(f.remaining - 1, 0),
              mode = case when f.remaining = 1 then 'normal' else f.mode end
         from f where s.service = f.service
     )
     select ${COLUMNS} from f`,
    [service, seen.mode],
  );
  return taken.rows[0] === undefined ? NORMAL : toSetting(taken.rows[0]);
};
