import { messageIdFor } from '#server/connectors/smtp-message.ts';
import { checkInvariants } from '#server/runtime/check-invariants.ts';
import { verifyRun } from '#server/runtime/verify-run.ts';
import type { Lane } from '../lane.ts';
import { EFFECTS_PER_RUN, type Load } from './load.ts';

/** How often runs were in each of the states that a disturbance has to meet. */
export interface Met {
  readonly parked: number;
  readonly reconnected: number;
  readonly decided: number;
  readonly expired: number;
  readonly waited: number;
}

export interface LoadVerdict {
  readonly met: Met;
  readonly runs: number;
  readonly finished: number;
  readonly reviews: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

interface RunRow {
  readonly id: string;
  readonly status: string;
}

/** What the providers have, by run: as many as there should be, each once. */
const countOutside = async (lane: Lane, runIds: readonly string[]) => {
  const { rows } = await lane.outside.query<{ key: string; n: number }>(
    `select key, count(*)::int as n
       from (select idempotency_key as key from sandbox.http_requests
             union all select external_id from sandbox.crm_records
             union all select m.message_id from sandbox.messages m) as done
      group by key`,
  );
  const counts = new Map(rows.map(({ key, n }) => [key, n]));
  return runIds.map((id) => {
    const keys = [`${id}/one`, `${id}/task`, messageIdFor(`${id}/hello`), `${id}/two`];
    const found = keys.map((key) => counts.get(key) ?? 0);
    return { id, sum: found.reduce((a, b) => a + b, 0), most: Math.max(...found) };
  });
};

const MET = `
  select count(*) filter (where type = 'step.parked')::int as parked,
         count(*) filter (where type = 'step.resumed'
                            and data ->> 'cause' = 'reconnected')::int as reconnected,
         count(*) filter (where type = 'approval.decided')::int as decided,
         count(*) filter (where type = 'approval.expired')::int as expired,
         (select count(*)::int from subscriptions where org_id = $1) as waited
    from transitions where org_id = $1`;

const countMet = async (lane: Lane): Promise<Met> => {
  const { rows } = await lane.sql.query<Met & { [column: string]: unknown }>(MET, [lane.orgId]);
  return rows[0] ?? { parked: 0, reconnected: 0, decided: 0, expired: 0, waited: 0 };
};

export const judgeLoad = async (lane: Lane, load: Load): Promise<LoadVerdict> => {
  const { rows } = await lane.sql.query<RunRow & { [column: string]: unknown }>(
    'select id, status from runs where org_id = $1 and start_key = any ($2::text[])',
    [lane.orgId, load.startKeys],
  );
  const lost: string[] = [];
  const doubled: string[] = [];
  const finished = rows.filter(({ status }) => status === 'done').length;
  if (finished < load.startKeys.length) {
    const others = rows.filter(({ status }) => status !== 'done').map(({ status }) => status);
    lost.push(`${load.startKeys.length - finished} runs are not done: ${others.join(', ')}`);
  }
  for (const { id, sum, most } of await countOutside(
    lane,
    rows.map((row) => row.id),
  )) {
    if (most > 1) doubled.push(`${id}: an effect ${most} times`);
    else if (sum !== EFFECTS_PER_RUN) lost.push(`${id}: ${sum} effects`);
  }
  for (const { name, count, sample } of await checkInvariants(lane.pool)) {
    if (count > 0) lost.push(`${name}: ${sample.join(', ')}`);
  }
  for (const { id } of rows) {
    const { differences } = await verifyRun({ pool: lane.pool }, id);
    if (differences.length > 0) lost.push(`${id}: ${differences.join('; ')}`);
  }
  const met = await countMet(lane);
  return { runs: load.startKeys.length, finished, reviews: load.reviews(), lost, doubled, met };
};
