import { txOf } from '#server/platform/db.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { findForgottenSteps } from '#server/store/left-behind.ts';
import { insertOutbox } from '#server/store/outbox.ts';
import { WORK_LANES, type RuntimeDeps } from './deps.ts';

/** A step that nobody took for so long may have lost its announcement. */
const AFTER_SECONDS = 30;
/** Per lane: enough to wake every worker, whatever the backlog. */
const LIMIT = 20;

/** Announces once more, under new ids, for an id that the queue still holds would be swallowed. */
export const sweepReady = async (deps: RuntimeDeps): Promise<boolean> => {
  const tx = txOf(deps.pool);
  const forgotten = await findForgottenSteps(tx, WORK_LANES, AFTER_SECONDS, LIMIT);
  if (forgotten.length === 0) return false;
  await insertOutbox(
    tx,
    forgotten.map((step) => ({
      id: uuidv7(),
      topic: 'step.ready',
      payload: { ...step },
      startAfter: null,
    })),
  );
  deps.hints.lanesReady(new Set(forgotten.map((step) => step.lane)));
  deps.hints.outboxWritten();
  return false;
};
