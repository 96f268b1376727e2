import type { Draft, FormField, FormOf, StepForm, Surroundings } from './form.ts';
import { aiGenerateForm } from './ai_generate/form.ts';
import { approvalForm } from './approval/form.ts';
import { branchForm } from './branch/form.ts';
import { crmUpsertForm } from './crm_upsert/form.ts';
import { endForm } from './end/form.ts';
import { httpRequestForm } from './http_request/form.ts';
import { joinForm } from './join/form.ts';
import { parallelForm } from './parallel/form.ts';
import { runAutomationForm } from './run_automation/form.ts';
import { sendEmailForm } from './send_email/form.ts';
import { slackMessageForm } from './slack_message/form.ts';
import { splitForm } from './split/form.ts';
import { updateContactForm } from './update_contact/form.ts';
import { waitForForm } from './wait_for/form.ts';
import { waitSignalForm } from './wait_signal/form.ts';
import { waitUntilForm } from './wait_until/form.ts';

function toForm<Definition>({ fields, ways = [], ...form }: FormOf<Definition>): StepForm {
  const named = Object.entries<FormField>(fields).map(([name, field]) => ({ name, ...field }));
  return { ...form, ways, fields: named };
}

const FORMS: readonly StepForm[] = [
  toForm(waitForForm),
  toForm(waitUntilForm),
  toForm(waitSignalForm),
  toForm(branchForm),
  toForm(splitForm),
  toForm(parallelForm),
  toForm(joinForm),
  toForm(sendEmailForm),
  toForm(slackMessageForm),
  toForm(aiGenerateForm),
  toForm(crmUpsertForm),
  toForm(httpRequestForm),
  toForm(updateContactForm),
  toForm(approvalForm),
  toForm(runAutomationForm),
  toForm(endForm),
];

/** The form of every kind of step. Runs in the browser. */
export const stepForms: ReadonlyMap<string, StepForm> = new Map(
  FORMS.map((form) => [form.kind, form]),
);

/** Settings for a step that was just added; none for a kind that nobody knows. */
export function emptyConfig(kind: string, around: Surroundings = {}): Draft {
  return stepForms.get(kind)?.empty(around) ?? {};
}
