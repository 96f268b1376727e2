import type { DeadlineRequest, Entry } from './definition.ts';
import type { Entering } from './record-entered.ts';
import { recordEntered } from './record-entered.ts';
import { failStep } from './fail-step.ts';
import { computeInstant } from './instant.ts';
import { isoOf } from './iso.ts';
import { digestText } from './keys.ts';
import { setTimer } from './set-timer.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';

/**
 * Asks for a decision on exactly this content. In the inbox the question stands at once; for
 * Slack a worker posts it first, and a decision counts from either place meanwhile.
 */
export function enterApproval(
  walk: Walk,
  entering: Entering,
  entry: Extract<Entry, { kind: 'approval' }>,
): void {
  const { content, assignees, channel, target, deadline } = entry;
  const instant = computeInstant(deadline, walk.env.runId, walk.env.now);
  if (!instant.ok) {
    failStep(walk, recordEntered(walk, entering, 'done', null).state, instant.error);
    return;
  }
  const { visit } =
    channel === 'slack'
      ? recordEntered(walk, entering, 'ready', 'io')
      : recordEntered(walk, entering, 'waiting_approval', null);
  const approvalId = walk.env.newId('apr');
  const digest = digestText(content);
  const then = thenText(deadline.then);
  const deadlineAt = instant.dueAt;
  walk.commands.push({
    kind: 'open_approval',
    approvalId,
    visit,
    content,
    digest,
    assignees,
    channel,
    target,
    deadlineAt,
    then,
  });
  record(walk, visit, {
    type: 'approval.requested',
    data: { approvalId, digest, channel, deadlineAt: isoOf(deadlineAt), then },
  });
  setTimer(walk, visit, 'deadline', deadline, instant);
  if (channel === 'slack') {
    walk.commands.push({ kind: 'announce_step', visit, lane: 'io', wake: 1 });
  }
}

/** What a deadline does, as kept and shown: `port:expired`, `stop` or `escalate`; no addresses. */
export function thenText(then: DeadlineRequest['then']): string {
  return then.kind === 'port' ? `port:${then.port}` : then.kind;
}
