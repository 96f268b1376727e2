/** Runs that wait on version 1 until a batch, and the worker that suffers, move them to version 2. */
import { newId } from '#server/platform/ids.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import type { Verdict } from './finding.ts';
import type { LabProcess } from './lab-process.ts';
import type { Lane } from './lane.ts';
import type { LabScenario } from './scenario.ts';
import type { Sender, World } from './world.ts';

/** Two wait for a reply and one for time. */
const FIRST = 2;
const RUNS = 3;

const PARKED = `select count(*)::int as n from steps s join runs r on r.id = s.run_id
                 where r.automation_id = $1 and s.status = $2`;

const untilWaiting = async (
  lane: Lane,
  automationId: string,
  status: string,
  runs: number,
): Promise<unknown> =>
  waitFor(
    `${runs} runs ${status}`,
    async () => {
      const { rows } = await lane.sql.query<{ n: number }>(PARKED, [automationId, status]);
      return rows[0]?.n === runs;
    },
    { timeoutMs: 60_000, everyMs: 5 },
  );

export interface Parked {
  readonly automationId: string;
  readonly senders: readonly Sender[];
}

/** Brings runs of a new automation to their waits by a worker that works, and publishes the next. */
export const parkRuns = async (
  lane: Lane,
  scenario: LabScenario,
  worker: LabProcess,
): Promise<Parked> => {
  const automationId = await lane.publish(scenario.document(lane));
  const senders: Sender[] = [];
  const start = async (): Promise<void> => {
    const startKey = newId('lab');
    const email = `${newId('maya')}@example.org`;
    senders.push({ startKey, email });
    const act = { kind: 'start', automationId, startKey, email, input: { key: startKey } } as const;
    while (!(await worker.act(act)));
    worker.ring();
  };
  for (let n = 0; n < FIRST; n += 1) await start();
  await untilWaiting(lane, automationId, 'waiting_timer', FIRST);
  await advanceTime(lane, '61 minutes');
  await untilWaiting(lane, automationId, 'waiting_signal', FIRST);
  for (let n = FIRST; n < RUNS; n += 1) await start();
  await untilWaiting(lane, automationId, 'waiting_timer', RUNS - FIRST);
  if (scenario.migration !== undefined) {
    await lane.publishNext(automationId, scenario.migration.next(lane));
  }
  return { automationId, senders };
};

interface Progress {
  readonly status: string;
  /** Changes whenever the batch gets on. */
  readonly mark: string;
}

const MARK = `select status, status || token || '/' || moved || '/' || total as mark
                from migrations where automation_id = $1`;

/** Starts the migration until it is there. Null: it is done, or this scenario has none. */
export const moveRuns = async (world: World): Promise<string | null> => {
  const { lane, scenario, automationId } = world;
  if (scenario.migration === undefined) return null;
  const { rows } = await lane.sql.query<Progress & { [column: string]: unknown }>(
    MARK,
    [automationId],
    'moving',
  );
  const [progress] = rows;
  if (progress?.status === 'done') return null;
  if (progress !== undefined) return progress.mark;
  const { mapping } = scenario.migration;
  await world.act({ kind: 'migrate', automationId, mapping });
  return 'started';
};

const MOVED = `select r.version, m.status, (select count(*)::int from transitions t
                       where t.run_id = r.id and t.type = 'run.migrated') as times
                 from runs r left join migration_runs m on m.run_id = r.id
                where r.automation_id = $1`;

interface MovedRun {
  readonly version: number;
  readonly status: string | null;
  readonly times: number;
}

/** Each run was moved once, with one entry in its log, and the migration counted it once. */
export const judgeMigration = async ({ lane, automationId }: World): Promise<Verdict> => {
  const lost: string[] = [];
  const doubled: string[] = [];
  const { rows } = await lane.sql.query<MovedRun & { [column: string]: unknown }>(MOVED, [
    automationId,
  ]);
  for (const { version, status, times } of rows) {
    if (version !== 2 || status !== 'moved' || times === 0) {
      lost.push(`a run is on version ${version}, ${status ?? 'not listed'}, moved ${times} times`);
    }
    if (times > 1) doubled.push(`a run was moved ${times} times`);
  }
  const counted = await lane.sql.query<{ status: string; total: number; moved: number }>(
    'select status, total, moved from migrations where automation_id = $1',
    [automationId],
  );
  const [migration] = counted.rows;
  if (counted.rows.length !== 1) doubled.push(`${counted.rows.length} migrations`);
  if (migration?.status !== 'done' || migration.total !== RUNS || migration.moved !== RUNS) {
    lost.push(`the migration says ${JSON.stringify(migration)}`);
  }
  return { lost, doubled };
};
