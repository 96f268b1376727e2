import { effectKey } from '#server/engine/keys.ts';
import { visitKey, type Visit } from '#server/engine/state.ts';
import type { ConnectionForRequest, ExecuteContext } from '#server/steps/executor.ts';
import type { CallContext } from '#server/store/call-context.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import { buttonSigner } from './button-token.ts';
import type { RuntimeDeps } from './deps.ts';
import { dataOf, type LoadedRun } from './loaded-run.ts';

/** A claimed step with all that its execution reads. */
export interface StepWork {
  readonly step: ClaimedStep;
  readonly visit: Visit;
  readonly run: LoadedRun;
  readonly config: unknown;
  readonly key: string;
}

/** An approval that goes to others after its deadline is a further message of the same visit. */
const partOf = (run: LoadedRun, visit: Visit): string | undefined => {
  const passed = run.state.steps.get(visitKey(visit))?.deadlinesPassed ?? 0;
  return passed === 0 ? undefined : `escalation-${passed}`;
};

export const stepWorkOf = (step: ClaimedStep, run: LoadedRun): StepWork => {
  const visit = { stepId: step.stepId, iteration: step.iteration };
  return {
    step,
    visit,
    run,
    config: run.plan.steps.get(step.stepId)?.config,
    key: effectKey(step.runId, visit, partOf(run, visit)),
  };
};

export const executeContextOf = (
  deps: RuntimeDeps,
  work: StepWork,
  call: CallContext,
  connection: ConnectionForRequest | null,
): ExecuteContext<unknown> => ({
  connection,
  orgId: work.step.orgId,
  runId: work.step.runId,
  visit: work.visit,
  config: work.config,
  data: dataOf(work.run),
  render: deps.render,
  contact:
    call.contactId === null
      ? null
      : {
          id: call.contactId,
          email: call.email,
          emailConsent: call.consent,
          suppressed: call.suppressed,
          erased: call.erased,
        },
  approval: call.approval,
  effectKey: work.key,
  now: call.now,
  appUrl: deps.appUrl,
  signToken: buttonSigner(deps.secrets.tokenSecret),
});
