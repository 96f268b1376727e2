/**
 * Runs under way while something is being done to the engine. On its way each is called for, waits
 * for time, is parked for a revoked credential, waits for a decision and for an answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/ids.ts';
import {
  documentOf,
  end,
  mail,
  post,
  reply,
  wait,
  type TestStep,
} from '#server/testing/documents.ts';
import { perform, type Act } from '../acts.ts';
import type { Lane } from '../lane.ts';
import { createCredential, lookAfter } from './people.ts';

export interface Load {
  readonly startKeys: readonly string[];
  /** Starts so many runs and looks after those that there are, as long as it takes. */
  feed(runs: number): Promise<void>;
  /** Looks after the runs until all are finished; false when time is up first. */
  tend(timeoutMs: number): Promise<boolean>;
  readonly reviews: () => number;
}

/** Two keyed calls, one upsert by our id, and an email with neither. */
export const EFFECTS_PER_RUN = 4;

/** Sam decides in time, or the deadline passes: the way on is the same. */
const approval = (after: string): TestStep => ({
  id: 'approve',
  kind: 'approval',
  config: {
    content: 'Draft {{ trigger.key }}',
    assignees: ['sam@example.com'],
    channel: 'inbox',
    deadline: { after, then: 'port:expired' },
  },
});

const DEADLINES = ['PT24H', 'PT1S'] as const;

const documentFor = (lane: Lane, deadline: string): unknown =>
  documentOf(
    [
      post('one', lane),
      wait('pause', 'PT1S'),
      { id: 'task', kind: 'crm_upsert', config: { connection: 'crm', object: 'T', fields: {} } },
      approval(deadline),
      reply('answer'),
      mail('hello'),
      post('two', lane),
      end(),
    ],
    [
      ['trigger', 'one'],
      ['one', 'pause'],
      ['pause', 'task'],
      ['task', 'approve'],
      ['approve', 'answer', 'approved'],
      ['approve', 'answer', 'expired'],
      ['answer', 'hello', 'received'],
      ['hello', 'two', 'sent'],
      ['two', 'end'],
    ],
  );

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

const unfinished = async (lane: Lane, keys: readonly string[]): Promise<number> => {
  const { rows } = await lane.sql.query<{ n: number }>(
    `select count(*)::int as n from runs
      where org_id = $1 and start_key = any ($2::text[]) and finished_at is not null`,
    [lane.orgId, keys],
  );
  return keys.length - (rows[0]?.n ?? 0);
};

export const createLoad = async (lane: Lane): Promise<Load> => {
  const automations: string[] = [];
  for (const deadline of DEADLINES) {
    automations.push(await lane.publish(documentFor(lane, deadline)));
  }
  const credential = createCredential(lane);
  const startKeys: string[] = [];
  const asked = new Set<string>();
  const act = async (one: Act): Promise<void> =>
    insist(async () => perform(lane.deps, lane.orgId, one));
  const begin = async (n: number): Promise<void> => {
    const startKey = newId('load');
    startKeys.push(startKey);
    const automationId = automations[Math.floor(n / 2) % automations.length] ?? '';
    const email = `${startKey}@example.org`;
    await act({ kind: 'start', automationId, startKey, email, input: { key: startKey } });
    // Every other answer comes long before the run waits for it.
    if (n % 2 === 1) return;
    const signal = { name: 'email.reply', correlationKey: startKey, identity: startKey };
    await act({ kind: 'signal', ...signal, text: 'yes' });
  };
  const tendOnce = async (): Promise<number> => {
    await lookAfter(lane, credential, asked);
    return unfinished(lane, startKeys);
  };
  return {
    startKeys,
    feed: async (runs) => {
      await credential.revoke();
      let fed = false;
      const tending = (async () => {
        while (!fed) {
          await tendOnce().catch(() => undefined);
          await sleep(RETRY_MS);
        }
      })();
      const four = Array.from({ length: 4 }, async (_, lot) => {
        for (let n = lot; n < runs; n += 4) await begin(n);
      });
      await Promise.all(four);
      fed = true;
      await tending;
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
