import type { DocumentStep } from '#server/engine/document.ts';
import type { StepError } from '#server/engine/event.ts';
import { computeInstant } from '#server/engine/instant.ts';
import { digestText } from '#server/engine/keys.ts';
import { dataOf } from '#server/simulate/sample-data.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { approval } from '#server/steps/approval/definition.ts';
import { openApprovalMessage, type SlackText } from '#server/steps/approval/slack-message.ts';
import { isoInstant } from '#server/steps/instant.ts';
import { renderTemplate } from '#server/templates/render.ts';

export type ApprovalRequest =
  | {
      readonly ok: true;
      readonly channel: 'slack' | 'inbox';
      /** Where in Slack; whom it reaches directly where no channel is named. */
      readonly to: string;
      readonly content: string;
      readonly assignees: readonly string[];
      /** Epoch milliseconds. */
      readonly deadlineAt: number;
      readonly message: SlackText;
    }
  | { readonly ok: false; readonly error: StepError };

/** What those who are asked would read, as the worker writes it. Null for unfinished settings. */
export function approvalRequest(
  step: DocumentStep,
  simulation: Simulation,
): ApprovalRequest | null {
  const config = approval.config.safeParse(step.config);
  if (!config.success) return null;
  const { content, assignees, channel, target, deadline } = config.data;
  const rendered = renderTemplate(content, dataOf(simulation));
  if (!rendered.ok) return rendered;
  const { now, contact, document } = simulation;
  const rule = { kind: 'after' as const, duration: deadline.after, from: isoInstant(now) };
  const zone = document.settings.timezone;
  const due = computeInstant({ rule, zone, spreadSeconds: 0 }, '');
  if (!due.ok) return due;
  const message = openApprovalMessage({
    approvalId: 'sample',
    contact: contact?.name ?? null,
    content: rendered.text,
    digest: digestText(rendered.text),
    assignees,
    deadlineAt: due.dueAt,
    deadlineThen: typeof deadline.then === 'string' ? deadline.then : 'escalate',
    appUrl: '',
    isTest: false,
    approveToken: '',
    rejectToken: '',
  });
  return {
    ok: true,
    channel,
    to: target ?? assignees[0] ?? '',
    content: rendered.text,
    assignees,
    deadlineAt: due.dueAt,
    message,
  };
}
