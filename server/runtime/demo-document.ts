import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';

const PROMPT = `Write a short, friendly email to somebody who asked for a demo.
Contact name: {{ contact.name | default: "unknown" }}
Company: {{ trigger.company | default: "unknown" }}
Message: {{ trigger.message | default: "none" }}
Propose a call of 25 minutes this week, at most 120 words, no subject line. Sign as Sam Okafor.`;

const STEPS = [
  {
    id: 'wait_weekday',
    kind: 'wait_until',
    name: 'Next weekday, 09:00',
    config: { at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 600 },
  },
  {
    id: 'draft_email',
    kind: 'ai_generate',
    name: 'Draft the email',
    config: { connection: 'model', prompt: PROMPT, maxCost: 0.05, maxOutputTokens: 600 },
  },
  {
    id: 'approve',
    kind: 'approval',
    name: 'Sam approves',
    config: {
      content: '{{ steps.draft_email.output.text }}',
      assignees: ['sam@example.com'],
      channel: 'slack',
      target: '#demo-approvals',
      deadline: { after: 'PT24H', then: 'port:expired' },
    },
  },
  {
    id: 'send_email',
    kind: 'send_email',
    name: 'Send it',
    config: {
      connection: 'mailbox',
      to: '{{ contact.email }}',
      subject: 'Your Brightwater demo',
      body: '{{ steps.draft_email.output.text }}',
    },
  },
  {
    id: 'crm_task',
    kind: 'crm_upsert',
    name: 'CRM task',
    config: {
      connection: 'crm',
      object: 'Task',
      fields: {
        subject: 'Demo follow-up: {{ contact.name | default: contact.email }}',
        contact_email: '{{ contact.email }}',
        company: '{{ trigger.company | default: "" }}',
        owner: 'sam@example.com',
        status: 'Waiting for a reply',
      },
    },
  },
  {
    id: 'reply',
    kind: 'wait_signal',
    name: 'Maya replies',
    config: {
      signal: 'email.reply',
      correlation: '{{ steps.send_email.output.messageId }}',
      deadline: { after: 'P3D', then: 'port:timed_out' },
    },
  },
  {
    id: 'tell_sam',
    kind: 'slack_message',
    name: 'Tell Sam',
    config: {
      connection: 'slack',
      channel: 'sam@example.com',
      text: '{{ contact.name | default: contact.email }} answered: {{ steps.reply.output.text | strip | truncate: 500 }}',
    },
  },
  {
    id: 'tell_team',
    kind: 'slack_message',
    name: 'Tell the team',
    config: {
      connection: 'slack',
      channel: '#demo-team',
      text: 'The draft for {{ contact.name | default: contact.email }} was rejected. Please answer by hand.',
    },
  },
  { id: 'end_replied', kind: 'end', name: 'Replied', config: { outcome: 'Replied' } },
  { id: 'end_quiet', kind: 'end', name: 'No reply', config: { outcome: 'No reply' } },
  { id: 'end_rejected', kind: 'end', name: 'Rejected', config: { outcome: 'Draft rejected' } },
  { id: 'end_expired', kind: 'end', name: 'Expired', config: { outcome: 'Approval expired' } },
  { id: 'end_skipped', kind: 'end', name: 'Not sent', config: { outcome: 'Email not allowed' } },
];

const EDGES = [
  { from: 'trigger', to: 'wait_weekday' },
  { from: 'wait_weekday', to: 'draft_email' },
  { from: 'draft_email', to: 'approve' },
  { from: 'approve', port: 'approved', to: 'send_email' },
  { from: 'approve', port: 'rejected', to: 'tell_team' },
  { from: 'approve', port: 'expired', to: 'end_expired' },
  { from: 'tell_team', to: 'end_rejected' },
  { from: 'send_email', port: 'sent', to: 'crm_task' },
  { from: 'send_email', port: 'skipped', to: 'end_skipped' },
  { from: 'crm_task', to: 'reply' },
  { from: 'reply', port: 'received', to: 'tell_sam' },
  { from: 'reply', port: 'timed_out', to: 'end_quiet' },
  { from: 'tell_sam', to: 'end_replied' },
];

/**
 * The story of the product: Maya asks for a demo on a Friday evening in Berlin; a model drafts, Sam
 * approves the exact draft, it goes out from his mailbox, and the run waits for her answer.
 */
export const demoDocument = (): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Demo follow-up',
    description: 'Answers a demo request on the next working morning, in words that Sam approved.',
    settings: { timezone: 'Europe/Berlin' },
    trigger: {
      kind: 'webhook',
      name: 'Demo form',
      config: {
        eventId: '$.event_id',
        contact: { email: '$.email', name: '$.name', timezone: '$.timezone' },
      },
    },
    steps: STEPS,
    edges: EDGES,
  });
