import type { AutomationDocument } from '#server/engine/document.ts';
import type { EffectView, RunDetail, RunStepView, TimelineItem, TimerView } from '#server/api/views/run-view.ts';

/** The demo story, told as data: for tests of what the run page says. */
export const demoDocument: AutomationDocument = {
  format: 'holdfast/automation@1',
  name: 'Demo follow-up',
  settings: { maxSteps: 1000, maxAgeDays: 90, timezone: 'Europe/Berlin' },
  trigger: { kind: 'webhook', name: 'Demo form sent', config: {} },
  steps: [
    { id: 'wait_weekday', kind: 'wait_until', name: 'Next weekday, 09:00', config: { at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 600 } },
    { id: 'draft_email', kind: 'ai_generate', name: 'Draft the email', config: { connection: 'model', prompt: 'Write to {{ contact.name }}', maxCost: 0.05 } },
    { id: 'approve', kind: 'approval', name: 'Sam approves', config: { content: '{{ steps.draft_email.output.text }}', assignees: ['sam@example.com'], channel: 'slack', target: '#demo-approvals', deadline: { after: 'PT24H', then: 'port:expired' } } },
    { id: 'tell_team', kind: 'slack_message', name: 'Tell the team', config: { connection: 'slack', channel: '#demo-team', text: 'Rejected' } },
    { id: 'end_rejected', kind: 'end', name: 'Rejected', config: { outcome: 'Rejected' } },
    { id: 'end_expired', kind: 'end', name: 'Expired', config: { outcome: 'Expired' } },
    { id: 'send_email', kind: 'send_email', name: 'Send it', config: { connection: 'mailbox', subject: 'Your demo', body: '{{ steps.draft_email.output.text }}' } },
    { id: 'crm_task', kind: 'crm_upsert', name: 'CRM task', config: { connection: 'crm', object: 'Task', fields: {} } },
    { id: 'reply', kind: 'wait_signal', name: 'Wait for a reply', config: { signal: 'email.reply', correlation: '{{ steps.send_email.output.messageId }}', deadline: { after: 'P3D', then: 'port:timed_out' } } },
    { id: 'end_answered', kind: 'end', name: 'Answered', config: { outcome: 'Answered' } },
    { id: 'end_nurture', kind: 'end', name: 'Nurture', config: { outcome: 'Nurture' } },
  ],
  edges: [
    { from: 'trigger', to: 'wait_weekday' },
    { from: 'wait_weekday', to: 'draft_email' },
    { from: 'draft_email', to: 'approve' },
    { from: 'approve', port: 'approved', to: 'send_email' },
    { from: 'approve', port: 'rejected', to: 'tell_team' },
    { from: 'approve', port: 'expired', to: 'end_expired' },
    { from: 'tell_team', to: 'end_rejected' },
    { from: 'send_email', port: 'sent', to: 'crm_task' },
    { from: 'crm_task', to: 'reply' },
    { from: 'reply', port: 'received', to: 'end_answered' },
    { from: 'reply', port: 'timed_out', to: 'end_nurture' },
  ],
};

const at = (text: string): Date => new Date(text);
export const NOW = at('2026-10-26T13:05:00Z');
const RUN_ID = 'run_8fq2mz';

function step(stepId: string, kind: string, rest: Partial<RunStepView>): RunStepView {
  return {
    stepId,
    kind,
    iteration: 1,
    status: 'done',
    attempt: 0,
    port: 'next',
    enteredAt: at('2026-10-23T16:42:07Z'),
    startedAt: null,
    finishedAt: null,
    error: null,
    reason: null,
    output: null,
    ...rest,
  };
}

const steps: RunStepView[] = [
  step('wait_weekday', 'wait_until', { finishedAt: at('2026-10-26T08:06:12.300Z') }),
  step('draft_email', 'ai_generate', {
    attempt: 3,
    enteredAt: at('2026-10-26T08:06:12.300Z'),
    finishedAt: at('2026-10-26T10:39:58Z'),
    output: { text: 'Hello Maya' },
  }),
  step('approve', 'approval', {
    status: 'waiting_approval',
    attempt: 1,
    port: null,
    enteredAt: at('2026-10-26T10:40:00Z'),
    startedAt: at('2026-10-26T10:40:00Z'),
  }),
];

const wait: TimerView = {
  id: 'tmr_wait',
  stepId: 'wait_weekday',
  iteration: 1,
  purpose: 'wait',
  rule: { kind: 'wall_clock', at: '09:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '2026-10-23T16:42:07.000Z' },
  zone: 'Europe/Berlin',
  spreadSeconds: 600,
  dueAt: at('2026-10-26T08:06:12Z'),
  firedAt: at('2026-10-26T08:06:12.300Z'),
  cancelledAt: null,
};

const deadline: TimerView = {
  ...wait,
  id: 'tmr_deadline',
  stepId: 'approve',
  purpose: 'deadline',
  rule: { kind: 'after', duration: 'PT24H', from: '2026-10-26T10:40:00.000Z' },
  spreadSeconds: 0,
  dueAt: at('2026-10-27T10:40:00Z'),
  firedAt: null,
};

const posted: EffectView = {
  key: `${RUN_ID}/approve`,
  runId: RUN_ID,
  stepId: 'approve',
  iteration: 1,
  connector: 'slack_approval',
  status: 'settled',
  attempts: 1,
  firstAttemptAt: at('2026-10-26T10:40:00Z'),
  lastAttemptAt: at('2026-10-26T10:40:00Z'),
  owner: null,
  settledAt: at('2026-10-26T10:40:00.400Z'),
  request: { channel: '#demo-approvals', text: 'Sam, a reply to Maya Lindner is ready.' },
  result: { ts: '1793011200.0412' },
  providerReply: null,
};

type Line = [time: string, type: string, stepId: string | null, actor: string, data?: Record<string, unknown>];

const LINES: readonly Line[] = [
  ['2026-10-23T16:42:07Z', 'run.started', null, 'Demo form', { version: 3, maxSteps: 1000, trigger: 'webhook' }],
  ['2026-10-23T16:42:07Z', 'step.entered', 'wait_weekday', 'Demo form', { status: 'waiting_timer', lane: null, scope: null, kind: 'wait_until', from: null }],
  ['2026-10-23T16:42:07Z', 'timer.set', 'wait_weekday', 'Demo form', { timerId: 'tmr_wait', purpose: 'wait' }],
  ['2026-10-23T16:42:09Z', 'run.duplicate', null, 'Demo form', { receiptId: 'rcp_1' }],
  ['2026-10-26T08:06:12.300Z', 'timer.fired', 'wait_weekday', 'Due sweep', { timerId: 'tmr_wait', purpose: 'wait', lateMs: 300, skipped: false }],
  ['2026-10-26T08:06:12.300Z', 'step.completed', 'wait_weekday', 'Due sweep', { port: 'next' }],
  ['2026-10-26T08:06:12.300Z', 'step.entered', 'draft_email', 'Due sweep', { status: 'ready', lane: 'slow', scope: null, kind: 'ai_generate', from: { stepId: 'wait_weekday', port: 'next' } }],
  ['2026-10-26T08:06:13Z', 'step.started', 'draft_email', 'worker-2', { attempt: 1, token: 1 }],
  ['2026-10-26T08:07:43Z', 'step.lost', 'draft_email', 'Lease sweep', { attempt: 1, owner: 'worker-2', wake: 2 }],
  ['2026-10-26T08:07:43.500Z', 'step.started', 'draft_email', 'worker-1', { attempt: 2, token: 2 }],
  ['2026-10-26T08:07:44Z', 'step.retry_scheduled', 'draft_email', 'worker-1', { attempt: 2, of: 3, code: 'rate_limited', message: 'The model provider answered 429', timerId: 'tmr_retry', dueAt: '2026-10-26T10:37:44Z', retryAfter: true, countsAsAttempt: true }],
  ['2026-10-26T08:08:02Z', 'step.result_refused', 'draft_email', 'worker-2', { token: 1, currentToken: 2, owner: 'worker-2' }],
  ['2026-10-26T10:37:44Z', 'timer.fired', 'draft_email', 'Due sweep', { timerId: 'tmr_retry', purpose: 'retry', lateMs: 20, skipped: false }],
  ['2026-10-26T10:37:44Z', 'step.resumed', 'draft_email', 'Due sweep', { cause: 'retry', wake: 3 }],
  ['2026-10-26T10:37:44.100Z', 'step.started', 'draft_email', 'worker-1', { attempt: 3, token: 3 }],
  ['2026-10-26T10:39:58Z', 'step.completed', 'draft_email', 'worker-1', { port: 'next' }],
  ['2026-10-26T10:40:00Z', 'step.entered', 'approve', 'worker-1', { status: 'ready', lane: 'io', scope: null, kind: 'approval', from: { stepId: 'draft_email', port: 'next' } }],
  ['2026-10-26T10:40:00Z', 'approval.requested', 'approve', 'worker-1', { approvalId: 'apr_1', digest: '7b1ec09', channel: 'slack', deadlineAt: '2026-10-27T10:40:00Z', then: 'port:expired' }],
  ['2026-10-26T10:40:00Z', 'timer.set', 'approve', 'worker-1', { timerId: 'tmr_deadline', purpose: 'deadline' }],
  ['2026-10-26T10:40:00Z', 'step.started', 'approve', 'worker-1', { attempt: 1, token: 1 }],
  ['2026-10-26T10:40:00Z', 'effect.started', 'approve', 'worker-1', { key: `${RUN_ID}/approve`, attempt: 1, digest: 'aa' }],
  ['2026-10-26T10:40:00.400Z', 'effect.settled', 'approve', 'worker-1', { key: `${RUN_ID}/approve`, attempt: 1, how: 'performed' }],
  ['2026-10-26T10:40:00.400Z', 'approval.posted', 'approve', 'worker-1', { approvalId: 'apr_1', effectKey: `${RUN_ID}/approve` }],
  ['2026-10-26T10:40:00.400Z', 'step.waiting', 'approve', 'worker-1', { status: 'waiting_approval' }],
];

export const demoTimeline: TimelineItem[] = LINES.map(([time, type, stepId, actorLabel, data = {}], index) => ({
  seq: index + 1,
  at: at(time),
  type,
  stepId,
  iteration: stepId === null ? null : 1,
  attempt: null,
  actor: 'engine',
  actorLabel,
  data,
}));

/** Maya's run on Monday 26 October 2026 at 14:05 in Berlin, waiting for Sam. */
export function mayaRun(changes: Partial<RunDetail> = {}): RunDetail {
  return {
    id: RUN_ID,
    automation: { id: 'aut_demo', name: 'Demo follow-up', liveVersion: 3 },
    version: 3,
    document: demoDocument,
    status: 'waiting_approval',
    outcome: null,
    isTest: false,
    contact: { id: 'con_maya', name: 'Maya Lindner', email: 'maya@lindner-studio.example', timezone: 'Europe/Berlin' },
    startKey: 'evt_9c41e07b',
    startedAt: at('2026-10-23T16:42:07Z'),
    finishedAt: null,
    stepsUsed: 4,
    maxSteps: 1000,
    expiresAt: at('2027-01-21T16:42:07Z'),
    cancel: null,
    input: { email: 'maya@lindner-studio.example' },
    steps,
    timers: [wait, deadline],
    effects: [posted],
    approvals: [
      {
        id: 'apr_1',
        runId: RUN_ID,
        stepId: 'approve',
        iteration: 1,
        digest: '7b1ec09',
        content: 'Hello Maya',
        status: 'open',
        assignees: ['sam@example.com'],
        channel: 'slack',
        deadline: at('2026-10-27T10:40:00Z'),
        deadlineThen: 'port:expired',
        decision: null,
        decidedBy: null,
        decidedVia: null,
        decidedAt: null,
        comment: null,
        createdAt: at('2026-10-26T10:40:00Z'),
        automationName: 'Demo follow-up',
        stepName: 'Sam approves',
        contactName: 'Maya Lindner',
        contactEmail: 'maya@lindner-studio.example',
      },
    ],
    subscriptions: [],
    timeline: demoTimeline,
    now: NOW,
    can: { cancel: true, skipTimer: true, decide: true, review: true },
    ...changes,
  };
}
