import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, wait, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { checkChildren } from './check-children.ts';
import { cancelRun } from './cancel-run.ts';
import { sweepChildren } from './cancel-children.ts';
import { commitAdvance } from './commit-advance.ts';
import { retryStep } from './retry-step.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';
import { deliverSignal } from './deliver-signal.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const child = (id: string, automation: string, config: object = {}): TestStep => ({
  id,
  kind: 'run_automation',
  config: { automation, ...config },
});

interface ChildRow {
  readonly id: string;
  readonly status: string;
  readonly step: string;
  readonly input: unknown;
  readonly contact: string | null;
}

const childrenOf = async (runId: string): Promise<readonly ChildRow[]> => {
  const { rows } = await db.sql.query<ChildRow>(
    `select id, status, parent_step_id as step, input, contact_id as contact from runs
      where parent_run_id = $1 order by parent_step_id`,
    [runId],
  );
  return rows;
};

const parentOf = async (steps: readonly TestStep[]): Promise<string> =>
  s.publish(
    documentOf(
      [...steps, end('good', 'good'), end('bad', 'bad')],
      [
        ['trigger', steps[0]?.id ?? ''],
        ...steps.flatMap((step) => [
          [step.id, 'good', 'done'] as const,
          [step.id, 'bad', 'failed'] as const,
        ]),
      ],
    ),
  );

const outcomeOf = async (runId: string): Promise<string | null> => {
  const { rows } = await db.sql.query<{ outcome: string | null }>(
    'select outcome from runs where id = $1',
    [runId],
  );
  return rows[0]?.outcome ?? null;
};

describe('a step that runs another automation', () => {
  it('waits for it in a lane of one place, gives it contact and input, and goes on once', async () => {
    const slow = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    const automation = await parentOf([
      child('follow', slow, { input: { who: '{{ contact.email }}' } }),
    ]);
    const { runId } = await s.start(automation, { contact: { email: 'maya@example.com' } });
    await s.worker(s.deps({ lanes: { fast: 1, io: 1, slow: 1 } }));
    await s.untilRun(runId, 'waiting_signal');
    const [started] = await childrenOf(runId);
    expect(started).toMatchObject({ step: 'follow', input: { who: 'maya@example.com' } });
    expect(started?.contact).not.toBeNull();
    await advanceTime(db, '61 minutes');
    await s.untilRun(runId, 'done');
    expect(await outcomeOf(runId)).toBe('good');
    const log = await s.log(runId);
    expect(log.filter((entry) => entry.type === 'child.started')).toMatchObject([
      { data: { childRunId: started?.id } },
    ]);
    expect(log.filter((entry) => entry.type === 'signal.received')).toHaveLength(1);
  });

  it('goes on as soon as a timer or a person has ended it, without a sweep', async () => {
    const slow = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    const parents = await parentOf([child('follow', slow)]);
    const deps = s.deps();
    const waiting = async (): Promise<{ readonly parent: string; readonly child: string }> => {
      const { runId } = await s.start(parents);
      await s.worker(deps, { sweeps: false });
      await s.untilRun(runId, 'waiting_signal');
      await s.stopWorkers();
      return { parent: runId, child: (await childrenOf(runId))[0]?.id ?? '' };
    };
    const cancelled = await waiting();
    await cancelRun(deps, { orgId: s.orgId, runId: cancelled.child, actor: 'api', reason: null });
    expect(await s.status(cancelled.parent)).toBe('done');
    expect(await outcomeOf(cancelled.parent)).toBe('bad');
    const timed = await waiting();
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(deps);
    expect(await s.status(timed.child)).toBe('done');
    expect(await s.status(timed.parent)).toBe('done');
    expect(await outcomeOf(timed.parent)).toBe('good');
  });

  it('takes what ended at once as it is', async () => {
    const quick = await s.publish(documentOf([end('end', 'quick')]));
    const { runId } = await s.start(await parentOf([child('follow', quick)]));
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await outcomeOf(runId)).toBe('good');
  });

  it('goes on at once where the author does not want to wait', async () => {
    const slow = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    const { runId } = await s.start(await parentOf([child('follow', slow, { wait: false })]));
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await childrenOf(runId)).toMatchObject([{ status: 'waiting_timer' }]);
    await advanceTime(db, '61 minutes');
    await s.untilRun((await childrenOf(runId))[0]?.id ?? '', 'done');
  });

  it('sees a failed child as failed: by its port, else the run fails', async () => {
    const failing = await s.publish(documentOf([post('order', box), end()]));
    await setFault(txOf(db.pool), 'http', { mode: 'reject', times: 2 });
    const routed = await s.start(await parentOf([child('follow', failing)]));
    const plain = await s.start(await s.publish(documentOf([child('follow', failing)])));
    await s.worker();
    await s.untilRun(routed.runId, 'done');
    expect(await outcomeOf(routed.runId)).toBe('bad');
    await s.untilRun(plain.runId, 'failed');
    expect(await outcomeOf(plain.runId)).toBe('child_failed');
    // The child is replayed first, then the parent, which takes it as it now is.
    const [dead] = await childrenOf(plain.runId);
    const actor = 'user:u';
    const again = { orgId: s.orgId, iteration: 1, actor };
    // By itself it finds the child as dead as before.
    await retryStep(s.deps(), { ...again, runId: plain.runId, stepId: 'follow' });
    await s.untilRun(plain.runId, 'failed');
    await retryStep(s.deps(), { ...again, runId: dead?.id ?? '', stepId: 'order' });
    await s.untilRun(dead?.id ?? '', 'done');
    await retryStep(s.deps(), { ...again, runId: plain.runId, stepId: 'follow' });
    await s.untilRun(plain.runId, 'done');
  });

  it('replayed while its child runs again, waits for it once more', async () => {
    const failing = await s.publish(documentOf([post('order', box), wait('pause', 'PT1H'), end()]));
    await setFault(txOf(db.pool), 'http', { mode: 'reject', times: 1 });
    const { runId } = await s.start(await s.publish(documentOf([child('follow', failing)])));
    await s.worker();
    await s.untilRun(runId, 'failed');
    const [dead] = await childrenOf(runId);
    const again = { orgId: s.orgId, iteration: 1, actor: 'user:u' };
    await retryStep(s.deps(), { ...again, runId: dead?.id ?? '', stepId: 'order' });
    await s.untilRun(dead?.id ?? '', 'waiting_timer');
    await retryStep(s.deps(), { ...again, runId, stepId: 'follow' });
    await s.untilRun(runId, 'waiting_signal');
    await advanceTime(db, '61 minutes');
    await s.untilRun(runId, 'done');
  });

  it('three children with different waits resume their parent once', async () => {
    const kinds: string[] = [];
    for (const length of ['PT1H', 'PT2H', 'PT3H']) {
      kinds.push(await s.publish(documentOf([wait('pause', length), end()])));
    }
    const steps = ['a', 'b', 'c'].map((id, n) => child(id, kinds[n] ?? ''));
    const fork = {
      id: 'fork',
      kind: 'parallel',
      config: { arms: ['a', 'b', 'c'].map((port) => ({ port, name: port })) },
    };
    const meet = { id: 'meet', kind: 'join', config: { mode: 'all' } };
    const automation = await s.publish(
      documentOf(
        [fork, ...steps, meet, end()],
        [
          ['trigger', 'fork'],
          ...['a', 'b', 'c'].flatMap((id) => [
            ['fork', id, id] as const,
            [id, 'meet', 'done'] as const,
          ]),
          ['meet', 'end'],
        ],
      ),
    );
    const { runId } = await s.start(automation);
    await s.worker(s.deps({ lanes: { fast: 1, io: 1, slow: 1 } }));
    await s.untilRun(runId, 'waiting_signal');
    for (const step of ['a', 'b', 'c']) {
      await advanceTime(db, '61 minutes');
      await s.untilStep(runId, step, 'done');
    }
    await s.untilRun(runId, 'done');
    const log = await s.log(runId);
    expect(log.filter((entry) => entry.type === 'signal.received')).toHaveLength(3);
    expect(log.filter((e) => e.type === 'step.entered' && e.stepId === 'meet')).toHaveLength(1);
  });

  it('late for longer than its parent waits, goes on or is cancelled, as its author chose', async () => {
    const slow = await s.publish(documentOf([wait('pause', 'P2D'), end()]));
    const late = async (config: object): Promise<readonly [string, string]> => {
      const automation = await parentOf([child('follow', slow, { patience: 'PT1H', ...config })]);
      const { runId } = await s.start(automation);
      await s.worker(undefined, { sweeps: false });
      await s.untilRun(runId, 'waiting_signal');
      await s.stopWorkers();
      return [runId, (await childrenOf(runId))[0]?.id ?? ''];
    };
    const left = await late({});
    const ended = await late({ whenLate: 'cancel' });
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(s.deps());
    await sweepChildren(s.deps());
    const failure = async (runId: string): Promise<unknown> =>
      (await s.log(runId)).find((entry) => entry.type === 'step.failed')?.data['message'];
    expect(await outcomeOf(left[0])).toBe('bad');
    expect(await failure(left[0])).toMatch(/in time\. It goes on by itself\.$/);
    expect(await s.status(left[1])).toBe('waiting_timer');
    expect(await outcomeOf(ended[0])).toBe('bad');
    expect(await failure(ended[0])).toMatch(/in time, and is cancelled\.$/);
    expect(await s.status(ended[1])).toBe('cancelled');
  });

  it('cancelled with its run, takes the waiting child and grandchild along', async () => {
    const leaf = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const middle = await s.publish(documentOf([child('deeper', leaf)]));
    const { runId } = await s.start(await s.publish(documentOf([child('follow', middle)])));
    await s.worker(undefined, { sweeps: true });
    await s.untilRun(runId, 'waiting_signal');
    const [one] = await childrenOf(runId);
    await s.untilRun(one?.id ?? '', 'waiting_signal');
    const [two] = await childrenOf(one?.id ?? '');
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:u', reason: null });
    for (const id of [runId, one?.id ?? '', two?.id ?? '']) {
      expect(await s.status(id)).toBe('cancelled');
    }
  });

  it('the sweep cancels what a vanished canceller left', async () => {
    const leaf = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const { runId } = await s.start(
      await s.publish(documentOf([child('follow', leaf)], undefined, { maxAgeDays: 1 })),
    );
    const worker = await s.worker(undefined, { sweeps: false });
    await s.untilRun(runId, 'waiting_signal');
    const [one] = await childrenOf(runId);
    await worker.stop();
    // Stopped by someone who tells no children.
    await commitAdvance(s.deps(), {
      runId,
      actor: 'user:u',
      decide: () => ({ kind: 'stop_requested', visit: null, reason: 'test' }),
    });
    expect(await s.status(one?.id ?? '')).toBe('waiting_timer');
    await sweepChildren(s.deps());
    expect(await s.status(one?.id ?? '')).toBe('cancelled');
  });

  it('fails where there is no such automation, and where it was never published', async () => {
    const { runId } = await s.start(await s.publish(documentOf([child('follow', 'nowhere')])));
    const id = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    await db.sql.query(`update automations set live_version = null where id = $1`, [id]);
    const unpublished = await s.start(await s.publish(documentOf([child('follow', id)])));
    await s.worker();
    await s.untilRun(runId, 'failed');
    expect(await outcomeOf(runId)).toBe('unknown_automation');
    await s.untilRun(unpublished.runId, 'failed');
    expect(await outcomeOf(unpublished.runId)).toBe('child_unprocessable');
  });

  it('fails where runs start each other deeper than anybody means', async () => {
    const leaf = await s.publish(documentOf([end()]));
    const automation = await s.publish(documentOf([child('follow', leaf)]));
    const pause = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    let above: string | null = null;
    for (let depth = 0; depth < 20; depth += 1) {
      const { runId }: { runId: string } = await s.start(depth === 19 ? automation : pause);
      await db.sql.query(
        `update runs set parent_run_id = $2, parent_step_id = case when $2::text is not null then 'up' end,
                parent_iteration = case when $2::text is not null then 1 end where id = $1`,
        [runId, above],
      );
      above = runId;
    }
    await s.worker();
    await s.untilRun(above ?? '', 'failed');
    expect(await outcomeOf(above ?? '')).toBe('too_deep');
  });

  it('is checked when it is published: its automation exists, and it does not start itself at once', async () => {
    const id = await s.publish(documentOf([end()]));
    const check = async (steps: readonly TestStep[]) =>
      checkChildren(
        txOf(db.pool),
        { orgId: s.orgId, id },
        documentSchema.parse(documentOf(steps)),
        stepCatalogue,
      );
    expect(await check([child('follow', 'nowhere')])).toMatchObject([
      { severity: 'error', code: 'unknown_automation', stepId: 'follow' },
    ]);
    expect(await check([child('follow', id)])).toMatchObject([
      { severity: 'warning', code: 'starts_itself' },
    ]);
    expect(await check([wait('pause', 'PT1H'), child('follow', id)])).toEqual([]);
  });

  it('nobody outside can say that a child has ended', async () => {
    await expect(
      deliverSignal(s.deps(), {
        orgId: s.orgId,
        name: '$run.finished',
        correlationKey: 'run_1',
        identity: 'x',
        payload: { status: 'done' },
        source: 'api',
      }),
    ).rejects.toThrow(/cannot be sent/);
  });
});
