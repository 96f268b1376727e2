import type { RunEvent } from '#server/engine/event.ts';
import { visitKey } from '#server/engine/state.ts';
import { storable } from '#server/platform/storable.ts';
import { saveApprovalMessage } from '#server/store/approvals.ts';
import { settleSpend } from '#server/store/spend.ts';
import { patientTx } from './patient-tx.ts';
import type { EffectWork } from './effect-work.ts';

/** The effect is settled: what that means for the step. */
export const completeEffect = async (effect: EffectWork, result: unknown): Promise<RunEvent> => {
  const { work, executor, context, call, deps } = effect;
  const { visit, key } = work;
  const cost = executor.costMicros?.(result);
  if (cost !== undefined) await settleSpend(patientTx(deps), key, cost);
  const done = executor.complete(context, result);
  if (done.kind === 'leave') {
    const output = storable(done.output);
    return { kind: 'step_completed', visit, port: done.port, output, effectKey: key };
  }
  if (call.approvalId === null) {
    const error = { code: 'no_approval', message: 'The message was posted for no request.' };
    return { kind: 'step_errored', visit, error, retryable: false };
  }
  // Kept by itself and at once: also when a decision elsewhere was quicker, the message stands.
  const { connection } = effect;
  await saveApprovalMessage(patientTx(deps), call.approvalId, {
    ...done.messageRef,
    ...(connection === null ? {} : { connectionId: connection.id }),
  });
  const asked = work.run.state.steps.get(visitKey(visit))?.deadlinesPassed ?? 0;
  const posted = { visit, approvalId: call.approvalId, effectKey: key, deadlinesPassed: asked };
  return { kind: 'approval_posted', ...posted };
};
