import type { TestDatabase } from './test-database.ts';
import { waitFor, type WaitOptions } from './wait-for.ts';

export interface LogEntry {
  readonly seq: number;
  readonly type: string;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RunReader {
  log(runId: string): Promise<readonly LogEntry[]>;
  status(runId: string): Promise<string>;
  untilRun(runId: string, status: string, options?: WaitOptions): Promise<void>;
  untilStep(runId: string, stepId: string, status: string, options?: WaitOptions): Promise<void>;
}

const readLog = async (db: TestDatabase, runId: string): Promise<readonly LogEntry[]> => {
  const { rows } = await db.sql.query<LogEntry>(
    `select seq, type, step_id as "stepId", iteration, actor, data
       from transitions where run_id = $1 order by seq`,
    [runId],
  );
  return rows;
};

const readStatus = async (db: TestDatabase, runId: string): Promise<string> => {
  const { rows } = await db.sql.query<{ status: string }>('select status from runs where id = $1', [
    runId,
  ]);
  return rows[0]?.status ?? 'missing';
};

const stepHas = async (
  db: TestDatabase,
  runId: string,
  stepId: string,
  status: string,
): Promise<boolean> => {
  const { rowCount } = await db.sql.query(
    'select 1 from steps where run_id = $1 and step_id = $2 and status = $3',
    [runId, stepId, status],
  );
  return rowCount !== 0;
};

/** Looks at runs, and waits for what becomes of them; a wait in vain tells the run's log. */
export const createRunReader = (db: TestDatabase): RunReader => {
  const until = async (
    runId: string,
    what: string,
    look: () => Promise<boolean>,
    options: WaitOptions | undefined,
  ): Promise<void> => {
    try {
      await waitFor(what, look, options);
    } catch (cause) {
      const entries = (await readLog(db, runId)).map(
        ({ type, stepId }) => `${type} ${stepId ?? ''}`,
      );
      const status = await readStatus(db, runId);
      throw new Error(`Not ${what}. The run is ${status}: ${entries.join(', ')}`, { cause });
    }
  };
  return {
    log: async (runId) => readLog(db, runId),
    status: async (runId) => readStatus(db, runId),
    untilRun: async (runId, status, options) =>
      until(runId, status, async () => (await readStatus(db, runId)) === status, options),
    untilStep: async (runId, stepId, status, options) =>
      until(runId, `${stepId} ${status}`, async () => stepHas(db, runId, stepId, status), options),
  };
};
