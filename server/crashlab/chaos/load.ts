/** Runs under way while something is being done to the engine, and people who look after them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/ids.ts';
import { resolveEffect } from '#server/runtime/resolve-effect.ts';
import { retryStep } from '#server/runtime/retry-step.ts';
import { documentOf, end, mail, post, reply, wait } from '#server/testing/documents.ts';
import { perform, type Act } from '../acts.ts';
import type { Lane } from '../lane.ts';
import { countEffects } from '../providers.ts';

export interface Load {
  readonly startKeys: readonly string[];
  /** Starts so many runs and answers them, as long as it takes. */
  feed(runs: number): Promise<void>;
  /** Looks after the runs until all are finished; false when time is up first. */
  tend(timeoutMs: number): Promise<boolean>;
  readonly reviews: () => number;
}

/** Two keyed calls, one upsert by our id, and an email with neither. */
export const EFFECTS_PER_RUN = 4;

const documentFor = (lane: Lane): unknown =>
  documentOf([
    post('one', lane),
    wait('pause', 'PT1S'),
    { id: 'task', kind: 'crm_upsert', config: { connection: 'crm', object: 'T', fields: {} } },
    reply('answer'),
    mail('hello'),
    post('two', lane),
    end(),
  ]);

const RETRY_MS = 100;

/** Senders and people try again until it is done. */
const insist = async (work: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(RETRY_MS);
    }
  }
};

interface Trouble {
  readonly runId: string;
  readonly stepId: string;
  readonly status: string;
  readonly key: string | null;
}

const findTrouble = async (lane: Lane): Promise<readonly Trouble[]> =>
  (
    await lane.sql.query<Trouble & { [column: string]: unknown }>(
      `select run_id as "runId", step_id as "stepId", status, reason ->> 'effectKey' as key
         from steps where org_id = $1 and status in ('parked', 'needs_review')`,
      [lane.orgId],
    )
  ).rows;

const unfinished = async (lane: Lane, keys: readonly string[]): Promise<number> => {
  const { rows } = await lane.sql.query<{ n: number }>(
    `select count(*)::int as n from runs
      where org_id = $1 and start_key = any ($2::text[]) and finished_at is not null`,
    [lane.orgId, keys],
  );
  return keys.length - (rows[0]?.n ?? 0);
};

const OUTSIDE_OF: Readonly<Record<string, 'http' | 'crm' | 'mail'>> = {
  one: 'http',
  task: 'crm',
  hello: 'mail',
  two: 'http',
};

const help = async (lane: Lane, { runId, stepId, status, key }: Trouble): Promise<void> => {
  const { orgId, deps } = lane;
  const actor = 'user:sam';
  const outside = OUTSIDE_OF[stepId];
  if (status === 'parked' || key === null || outside === undefined) {
    await retryStep(deps, { orgId, runId, stepId, iteration: null, actor });
    return;
  }
  const count = await countEffects(lane.outside, outside, key);
  const outcome = count > 0 ? 'happened' : 'did_not_happen';
  await resolveEffect(deps, { orgId, key, outcome, actor });
};

export const createLoad = async (lane: Lane): Promise<Load> => {
  const automationId = await lane.publish(documentFor(lane));
  const startKeys: string[] = [];
  const asked = new Set<string>();
  const act = async (one: Act): Promise<void> =>
    insist(async () => perform(lane.deps, lane.orgId, one));
  const begin = async (): Promise<void> => {
    const startKey = newId('load');
    startKeys.push(startKey);
    const email = `${startKey}@example.org`;
    await act({ kind: 'start', automationId, startKey, email, input: { key: startKey } });
    const signal = { name: 'email.reply', correlationKey: startKey, identity: startKey };
    await act({ kind: 'signal', ...signal, text: 'yes' });
  };
  const tendOnce = async (): Promise<number> => {
    for (const trouble of await findTrouble(lane)) {
      if (trouble.status === 'needs_review') asked.add(trouble.runId);
      await help(lane, trouble).catch(() => undefined);
    }
    return unfinished(lane, startKeys);
  };
  return {
    startKeys,
    feed: async (runs) => {
      const four = Array.from({ length: 4 }, async (_, lot) => {
        for (let n = lot; n < runs; n += 4) await begin();
      });
      await Promise.all(four);
    },
    tend: async (timeoutMs) => {
      const until = performance.now() + timeoutMs;
      for (;;) {
        const left = await tendOnce().catch(() => 1);
        if (left === 0) return true;
        if (performance.now() > until) return false;
        await sleep(RETRY_MS);
      }
    },
    reviews: () => asked.size,
  };
};
