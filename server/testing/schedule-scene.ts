/** Automations that start by schedule, and what became of each of their times. */
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { newId } from '#server/platform/ids.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { setAutomationStatus, type AutomationStatus } from '#server/runtime/pause-automation.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';
import { saveDraft } from '#server/runtime/save-draft.ts';
import { documentOf, end, type TestStep } from './documents.ts';
import type { Scenario } from './scenario.ts';
import type { TestDatabase } from './test-database.ts';

export interface ScheduleScene {
  /** Publishes an automation with this schedule; answers its id. */
  publish(config: Readonly<Record<string, unknown>>, steps?: readonly TestStep[]): Promise<string>;
  /** Saves and publishes another schedule, or with null a webhook, for the same automation. */
  republish(id: string, config: Readonly<Record<string, unknown>> | null): Promise<void>;
  turn(id: string, status: AutomationStatus): Promise<void>;
  /** `2027-01-04T08:00:00.000Z started`, in the order of time. */
  fires(id: string): Promise<readonly string[]>;
  /** Start keys of the automation's runs. */
  runs(id: string): Promise<readonly string[]>;
  next(id: string): Promise<Date | null>;
}

const ACTOR = 'user:test';

const documentFor = (
  config: Readonly<Record<string, unknown>> | null,
  steps: readonly TestStep[],
): AutomationDocument =>
  documentSchema.parse({
    ...(documentOf(steps) as object),
    trigger: config === null ? { kind: 'webhook', config: {} } : { kind: 'schedule', config },
    name: newId('doc'),
  });

const readFires = async (db: TestDatabase, id: string): Promise<readonly string[]> => {
  const { rows } = await db.sql.query<{ instant: Date; status: string; occurrences: number }>(
    `select instant, status, occurrences from schedule_fires
      where automation_id = $1 order by instant`,
    [id],
  );
  return rows.map(
    ({ instant, status, occurrences }) =>
      `${instant.toISOString()} ${status}${occurrences === 1 ? '' : ` ${occurrences}`}`,
  );
};

const readStartKeys = async (db: TestDatabase, id: string): Promise<readonly string[]> => {
  const { rows } = await db.sql.query<{ key: string }>(
    'select start_key as key from runs where automation_id = $1 order by start_key',
    [id],
  );
  return rows.map((row) => row.key);
};

const readNext = async (db: TestDatabase, id: string): Promise<Date | null> => {
  const { rows } = await db.sql.query<{ next: Date | null }>(
    'select next_run_at as next from schedules where automation_id = $1',
    [id],
  );
  return rows[0]?.next ?? null;
};

export const scheduleScene = (db: TestDatabase, s: Scenario): ScheduleScene => {
  const bare = (): { orgId: string; actor: string } => ({ orgId: s.orgId, actor: ACTOR });
  const publish = async (id: string): Promise<void> => {
    await publishAutomation(s.deps(), {
      ...bare(),
      automationId: id,
      revision: null,
      note: '',
    });
  };
  return {
    publish: async (config, steps = [end()]) => {
      const { id } = await createAutomation(s.deps(), {
        ...bare(),
        document: documentFor(config, steps),
      });
      await publish(id);
      return id;
    },
    republish: async (id, config) => {
      const { rows } = await db.sql.query<{ revision: number }>(
        'select draft_revision as revision from automations where id = $1',
        [id],
      );
      await saveDraft(s.deps(), {
        ...bare(),
        automationId: id,
        revision: rows[0]?.revision ?? 1,
        document: documentFor(config, [end()]),
      });
      await publish(id);
    },
    turn: async (id, status) => {
      await setAutomationStatus(s.deps(), { ...bare(), automationId: id, status });
    },
    fires: async (id) => readFires(db, id),
    runs: async (id) => readStartKeys(db, id),
    next: async (id) => readNext(db, id),
  };
};
