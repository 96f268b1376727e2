import { createBatchQueue, type BatchQueue, type Waiting } from './batch-queue.ts';
import type { RuntimeDeps } from './deps.ts';
import { startOne, type StartedRun } from './start-run.ts';
import { startRuns, type Starting } from './start-runs.ts';

const MOST = 100;
const PUMPS = 2;
/** Starts that go the long way, at once: each takes a connection for its transaction. */
const ONE_BY_ONE = 6;

export type StartQueue = BatchQueue<Starting, StartedRun>;

type Entry = Waiting<Starting, StartedRun>;

const startEach = async (deps: RuntimeDeps, entries: readonly Entry[]): Promise<void> => {
  const left = [...entries];
  const next = async (): Promise<void> => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
      await startOne(deps, entry.item.start, entry.item.ids).then(
        entry.done.resolve,
        entry.done.reject,
      );
    }
  };
  await Promise.all(Array.from({ length: ONE_BY_ONE }, next));
};

/** Starts that come at the same time share one commit where they can. */
export const createStartQueue = (depsOf: () => RuntimeDeps): StartQueue =>
  createBatchQueue({
    most: MOST,
    pumps: PUMPS,
    handle: async (batch) => {
      const deps = depsOf();
      const answers = await startRuns(
        deps,
        batch.map((entry) => entry.item),
      );
      const left: Entry[] = [];
      for (const [index, entry] of batch.entries()) {
        const answer = answers[index] ?? null;
        if (answer === null) left.push(entry);
        else entry.done.resolve(answer);
      }
      if (left.length > 0) await startEach(deps, left);
    },
  });
