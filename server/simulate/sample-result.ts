import type { CrmResult } from '#server/connectors/crm.ts';
import type { HttpResult } from '#server/connectors/http.ts';
import type { ModelRequest, ModelResult } from '#server/connectors/model.ts';
import type { SlackResult } from '#server/connectors/slack.ts';
import type { SmtpResult } from '#server/connectors/smtp.ts';
import type { PlanStep } from '#server/engine/plan.ts';
import { digestText } from '#server/engine/keys.ts';
import { expectedFields } from './expected-fields.ts';
import type { Simulation } from './simulation.ts';

/** What the outside service would answer, as a sample in the shape that its connector gives. */
export function sampleResult(
  simulation: Simulation,
  step: PlanStep,
  key: string,
  request: unknown,
): SmtpResult | SlackResult | ModelResult | CrmResult | HttpResult | null {
  switch (step.kind) {
    case 'send_email':
      return { messageId: `<${digestText(key).slice(0, 16)}@example.com>`, accepted: '250 OK' };
    case 'slack_message':
      return { channel: 'C0SAMPLE', ts: `${Math.floor(simulation.now / 1000)}.000100` };
    case 'ai_generate':
      return modelResult(simulation, request as ModelRequest);
    case 'crm_upsert': {
      const { object } = request as { readonly object: string };
      return { id: 'rec_sample', externalId: key, object, created: true };
    }
    case 'http_request':
      return httpResult(simulation, step.id);
    default:
      return null;
  }
}

function modelResult({ contact }: Simulation, { model }: ModelRequest): ModelResult {
  const text = [
    `Hello ${contact?.name ?? 'there'},`,
    'this is where the model’s text will stand. Nothing was sent to a model: edit this sample to try another text.',
  ].join('\n\n');
  return { text, model: model ?? 'sample', inputTokens: 240, outputTokens: 120, costMicros: 500 };
}

function httpResult(simulation: Simulation, stepId: string): HttpResult {
  const { body = {} } = expectedFields(simulation, stepId);
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}
