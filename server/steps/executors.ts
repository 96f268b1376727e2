import { aiGenerateExecutor } from './ai_generate/execute.ts';
import { approvalExecutor } from './approval/execute.ts';
import { crmUpsertExecutor } from './crm_upsert/execute.ts';
import type { Executor } from './executor.ts';
import { httpRequestExecutor } from './http_request/execute.ts';
import { runAutomationExecutor } from './run_automation/execute.ts';
import { sendEmailExecutor } from './send_email/execute.ts';
import { slackMessageExecutor } from './slack_message/execute.ts';
import { createUpdateContactExecutor, type UpdateContact } from './update_contact/execute.ts';

/** What local steps change in our own database, handed in by the shell. */
export interface ExecutorParts {
  readonly updateContact: UpdateContact;
}

/** Forgets an executor's config type; it only ever gets what its definition's schema has parsed. */
function erase<Config>(executor: Executor<Config>): Executor {
  return executor as unknown as Executor;
}

/** The kinds of step that need a worker, and what it does for each. */
export function createExecutors({ updateContact }: ExecutorParts): ReadonlyMap<string, Executor> {
  return new Map<string, Executor>([
    ['send_email', erase(sendEmailExecutor)],
    ['http_request', erase(httpRequestExecutor)],
    ['crm_upsert', erase(crmUpsertExecutor)],
    ['ai_generate', erase(aiGenerateExecutor)],
    ['slack_message', erase(slackMessageExecutor)],
    ['approval', erase(approvalExecutor)],
    ['run_automation', erase(runAutomationExecutor)],
    ['update_contact', erase(createUpdateContactExecutor(updateContact))],
  ]);
}
