import type { Catalogue, StepDefinition } from '#server/engine/definition.ts';
import { aiGenerate } from './ai_generate/definition.ts';
import { approval } from './approval/definition.ts';
import { branch } from './branch/definition.ts';
import { crmUpsert } from './crm_upsert/definition.ts';
import { defineStep } from './define-step.ts';
import { end } from './end/definition.ts';
import { httpRequest } from './http_request/definition.ts';
import { join } from './join/definition.ts';
import { parallel } from './parallel/definition.ts';
import { runAutomation } from './run_automation/definition.ts';
import { sendEmail } from './send_email/definition.ts';
import { slackMessage } from './slack_message/definition.ts';
import { split } from './split/definition.ts';
import { updateContact } from './update_contact/definition.ts';
import { waitFor } from './wait_for/definition.ts';
import { waitSignal } from './wait_signal/definition.ts';
import { waitUntil } from './wait_until/definition.ts';

const DEFINITIONS: readonly StepDefinition[] = [
  defineStep(waitFor),
  defineStep(waitUntil),
  defineStep(waitSignal),
  defineStep(branch),
  defineStep(split),
  defineStep(parallel),
  defineStep(join),
  defineStep(sendEmail),
  defineStep(slackMessage),
  defineStep(aiGenerate),
  defineStep(crmUpsert),
  defineStep(httpRequest),
  defineStep(updateContact),
  defineStep(approval),
  defineStep(runAutomation),
  defineStep(end),
];

/** Every kind of step, in the order in which the step finder shows them. Runs in the browser too. */
export const stepCatalogue: Catalogue = new Map(
  DEFINITIONS.map((definition) => [definition.kind, definition]),
);
