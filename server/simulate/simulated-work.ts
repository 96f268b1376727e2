import { effectKey } from '#server/engine/keys.ts';
import type { PlanStep } from '#server/engine/plan.ts';
import type { Visit } from '#server/engine/state.ts';
import type { StepError } from '#server/engine/event.ts';
import type {
  Child,
  ContactForSending,
  EffectExecutor,
  ExecuteContext,
} from '#server/steps/executor.ts';
import { aiGenerateExecutor } from '#server/steps/ai_generate/execute.ts';
import { crmUpsertExecutor } from '#server/steps/crm_upsert/execute.ts';
import { httpRequestExecutor } from '#server/steps/http_request/execute.ts';
import { runAutomationExecutor } from '#server/steps/run_automation/execute.ts';
import { sendEmailExecutor } from '#server/steps/send_email/execute.ts';
import { slackMessageExecutor } from '#server/steps/slack_message/execute.ts';
import { renderTemplate } from '#server/templates/render.ts';
import type { Message } from './message.ts';
import { messageOf } from './message-of.ts';
import { dataOf, knownContact } from './sample-data.ts';
import { sampleResult } from './sample-result.ts';
import { simulateUpdate } from './simulate-update.ts';
import type { SampleContact, Simulation } from './simulation.ts';

/** What a worker would do for a step now. Computed with the very code that the worker runs. */
export type SimulatedWork =
  | {
      kind: 'leave';
      port: string;
      /** A sample, which the person may edit. */
      output: unknown;
      message: Message | null;
      /** The contact afterwards, where the step changes it. */
      contact?: SampleContact;
    }
  | { kind: 'skip'; port: string; output: unknown; reason: string }
  | {
      kind: 'child';
      input: Readonly<Record<string, unknown>>;
      automation: string;
      patience: string;
    }
  | { kind: 'fail'; error: StepError };

const erase = <Config>(executor: EffectExecutor<Config>): EffectExecutor =>
  executor as unknown as EffectExecutor;

/** The kinds whose work is a call to the outside, except approvals, which the engine opens. */
const EFFECTS: ReadonlyMap<string, EffectExecutor> = new Map([
  ['send_email', erase(sendEmailExecutor)],
  ['slack_message', erase(slackMessageExecutor)],
  ['ai_generate', erase(aiGenerateExecutor)],
  ['crm_upsert', erase(crmUpsertExecutor)],
  ['http_request', erase(httpRequestExecutor)],
]);

export function simulatedWork(simulation: Simulation, visit: Visit): SimulatedWork {
  const step = simulation.plan.steps.get(visit.stepId);
  const effect = EFFECTS.get(step?.kind ?? '');
  if (step === undefined || step.config === undefined) return nothing(step);
  if (effect !== undefined) return prepareEffect(simulation, step, visit, effect);
  if (step.kind === 'update_contact') return simulateUpdate(simulation, step.config);
  if (step.kind === 'run_automation') return prepareChild(simulation, step);
  return nothing(step);
}

/** A kind that the simulator knows nothing of leaves by its first port. */
const nothing = (step: PlanStep | undefined): SimulatedWork => ({
  kind: 'leave',
  port: step?.ports[0] ?? 'next',
  output: null,
  message: null,
});

function sendingContact({ contact }: Simulation): ContactForSending | null {
  if (contact === null) return null;
  const { id, email } = knownContact(contact);
  return {
    id,
    email: email === null ? null : email.toLowerCase(),
    emailConsent: contact.emailConsent ?? null,
    suppressed: contact.suppressed ?? false,
    erased: false,
  };
}

function contextOf(simulation: Simulation, step: PlanStep, visit: Visit): ExecuteContext<unknown> {
  const { connection: name } = step;
  const from = simulation.senders[name] ?? `${name}@example.com`;
  return {
    orgId: 'org_sample',
    runId: simulation.runId,
    visit,
    config: step.config,
    data: dataOf(simulation),
    render: renderTemplate,
    contact: sendingContact(simulation),
    approval: null,
    connection: name === '' ? null : { name, settings: { from } },
    effectKey: effectKey(simulation.runId, visit),
    now: simulation.now,
    appUrl: 'https://holdfast.example',
    signToken: () => '',
  };
}

function prepareEffect(
  simulation: Simulation,
  step: PlanStep,
  visit: Visit,
  executor: EffectExecutor,
): SimulatedWork {
  const context = contextOf(simulation, step, visit);
  const prepared = executor.prepare(context);
  if (prepared.kind === 'fail') return prepared;
  if (prepared.kind === 'skip') {
    const { port, output, reason } = prepared;
    return { kind: 'skip', port, output, reason };
  }
  const result = sampleResult(simulation, step, context.effectKey, prepared.request);
  const completed = executor.complete(context, result);
  const message = messageOf(step.kind, prepared.request);
  if (completed.kind === 'posted') return nothing(step);
  return { kind: 'leave', port: completed.port, output: completed.output, message };
}

function prepareChild(simulation: Simulation, { config }: PlanStep): SimulatedWork {
  const child: Child = runAutomationExecutor.prepare({
    // The plan has parsed it with this kind's schema.
    config: config as Parameters<typeof runAutomationExecutor.prepare>[0]['config'],
    data: dataOf(simulation),
    render: renderTemplate,
  });
  if (child.kind === 'fail') return child;
  const { automation, input, patience } = child;
  if (patience !== null) return { kind: 'child', automation, input, patience };
  const output = { runId: 'run_sample_child', status: 'running', outcome: null };
  return { kind: 'leave', port: 'done', output, message: { kind: 'run', automation, input } };
}
