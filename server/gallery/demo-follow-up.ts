import {
  type GalleryEntry,
  PERSON,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const PROMPT = `Write a short, friendly email to somebody who asked for a demo of our product.
Name: {{ contact.name | default: "unknown" }}
Company: {{ trigger.company | default: "unknown" }}
What they wrote: {{ trigger.message | default: "nothing" }}
Refer to what they wrote if there is something. Propose a call of 25 minutes this week.
At most 120 words, no subject line, no promises about price.`;

const SKETCH: Sketch = {
  name: 'Demo follow-up',
  description: 'Answers a demo request on the next working morning, in words that you approved.',
  trigger: { name: 'Demo form', config: PERSON_TRIGGER },
  steps: [
    ['next_morning', 'wait_until', 'Next weekday, 09:00', { at: '09:00', days: 'weekdays' }],
    [
      'draft',
      'ai_generate',
      'Draft the answer',
      { connection: 'model', prompt: PROMPT, maxCost: 0.05, maxOutputTokens: 600 },
    ],
    [
      'approve',
      'approval',
      'Approve the draft',
      {
        content: '{{ steps.draft.output.text }}',
        assignees: [PERSON],
        channel: 'inbox',
        deadline: { after: 'PT24H', then: 'port:expired' },
      },
    ],
    [
      'answer',
      'send_email',
      'Send the answer',
      {
        connection: 'mailbox',
        subject: 'Your demo',
        body: '{{ steps.draft.output.text }}',
        purpose: 'transactional',
      },
    ],
    [
      'task',
      'crm_upsert',
      'Note it in the CRM',
      {
        connection: 'crm',
        object: 'Task',
        fields: {
          subject: 'Demo follow-up: {{ contact.name | default: contact.email }}',
          company: '{{ trigger.company | default: "unknown" }}',
          status: 'Waiting for a reply',
        },
      },
    ],
    [
      'reply',
      'wait_signal',
      'Wait for a reply',
      {
        signal: 'email.reply',
        correlation: '{{ steps.answer.output.messageId }}',
        deadline: { after: 'P3D', then: 'port:timed_out' },
      },
    ],
    [
      'nudge',
      'send_email',
      'A friendly reminder',
      {
        connection: 'mailbox',
        subject: 'Still interested in a demo?',
        body: 'Hello{% if contact.name %} {{ contact.name }}{% endif %},\n\nI wrote to you a few days ago about the demo that you asked for. If now is not the time, no answer is needed and I will not write again. If it is, just reply with a day that suits you.\n\nKind regards',
      },
    ],
    ['won', 'end', 'Replied', { outcome: 'Replied' }],
    ['quiet', 'end', 'No reply', { outcome: 'No reply' }],
    ['by_hand', 'end', 'Answered by hand', { outcome: 'Left to a person' }],
  ],
  edges: [
    ['trigger', 'next_morning'],
    ['next_morning', 'draft'],
    ['draft', 'approve'],
    ['approve', 'answer', 'approved'],
    ['approve', 'by_hand', 'rejected'],
    ['approve', 'by_hand', 'expired'],
    ['answer', 'task', 'sent'],
    ['answer', 'by_hand', 'skipped'],
    ['task', 'reply'],
    ['reply', 'won', 'received'],
    ['reply', 'nudge', 'timed_out'],
    ['nudge', 'quiet', 'sent'],
    ['nudge', 'quiet', 'skipped'],
  ],
};

export const demoFollowUp: GalleryEntry = {
  key: 'demo-follow-up',
  title: 'Demo follow-up',
  purpose: 'Answers a demo request on the next working morning, in words that a person approved.',
  needs: ['A mailbox', 'A model service', 'A CRM', 'Somebody who approves'],
  tags: ['sales', 'AI', 'approval'],
  sample: { ...SAMPLE_PERSON, company: 'Ferrer Studio', message: 'How does it fit with our CRM?' },
  document: toDocument(SKETCH),
};
