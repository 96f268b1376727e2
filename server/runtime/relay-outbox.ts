import { withTransaction } from '#server/platform/db.ts';
import { insertJobs, type Boss, type QueueJob } from '#server/platform/queue.ts';
import { crashPoint } from '#server/platform/crash-point.ts';
import { markSent, takeUnsent, type UnsentRow } from '#server/store/outbox.ts';
import type { RuntimeDeps } from './deps.ts';
import { MIGRATION_QUEUE, queueOfLane, TIMER_QUEUE } from './queues.ts';

const LIMIT = 500;

const queueOf = (row: UnsentRow): string => {
  switch (row.topic) {
    case 'timer.due':
      return TIMER_QUEUE;
    case 'migration.ready':
      return MIGRATION_QUEUE;
    case 'step.ready':
      return queueOfLane(String(row.payload['lane']));
  }
};

/**
 * Publishes one batch: the jobs and the mark are one transaction in the database that both live
 * in. The job's id is the outbox row's, so publishing twice, after a lost answer to COMMIT or by
 * another relay, inserts once. What is younger than `olderThanMs` is left: a worker may have been told
 * already, and what it settles is announced no more. Answers whether there may be more.
 */
export const relayOutbox = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  boss: Boss,
  olderThanMs = 0,
): Promise<boolean> =>
  withTransaction(deps.pool, async (tx) => {
    const rows = await takeUnsent(tx, LIMIT, olderThanMs);
    if (rows.length === 0) return false;
    const byQueue = new Map<string, QueueJob[]>();
    for (const row of rows) {
      const jobs = byQueue.get(queueOf(row)) ?? [];
      byQueue.set(queueOf(row), jobs);
      // A lane is rung once, however many of its steps are announced: a claim finds them all.
      if (row.topic === 'step.ready' && jobs.length > 0) continue;
      jobs.push({ id: row.id, data: row.payload, startAfter: row.startAfter ?? undefined });
    }
    for (const [queue, jobs] of byQueue) await insertJobs(boss, tx, queue, jobs);
    crashPoint('relay.after_publish');
    await markSent(
      tx,
      rows.map((row) => row.id),
    );
    return rows.length === LIMIT;
  });
