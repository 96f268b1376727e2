import {
  type GalleryEntry,
  GREETING,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const WELCOME = `${GREETING}

thank you for signing up. Your account is ready.

The best first step takes about ten minutes: invite one colleague and set up one thing that you do every week. If you get stuck, reply to this email and a person will answer.

Welcome aboard`;

const TIPS = `${GREETING}

two days in, here is what people who stay with us do early on:

1. They connect the tool that they already use most.
2. They start from a template and change it, rather than from a blank page.
3. They decide who is told when something needs a look.

Each takes a few minutes. Which one would help you most? Reply and tell me.`;

const QUESTION = `${GREETING}

you have been with us for a week. One question, and one is enough: what did you hope to do that you have not managed yet?

I read every answer.`;

const SKETCH: Sketch = {
  name: 'Welcome series',
  description: 'Three emails in the first week, each at a good hour for its reader.',
  trigger: { name: 'Sign-up', config: PERSON_TRIGGER },
  steps: [
    [
      'welcome',
      'send_email',
      'Welcome',
      {
        connection: 'mailbox',
        subject: 'Welcome{% if contact.name %}, {{ contact.name }}{% endif %}',
        body: WELCOME,
      },
    ],
    ['two_days', 'wait_for', 'Two days', { duration: 'P2D' }],
    ['morning', 'wait_until', 'A weekday morning', { at: '09:30', days: 'weekdays' }],
    [
      'tips',
      'send_email',
      'First steps',
      { connection: 'mailbox', subject: 'Three things worth ten minutes', body: TIPS },
    ],
    ['four_days', 'wait_for', 'Four days', { duration: 'P4D' }],
    [
      'ask',
      'send_email',
      'One question',
      { connection: 'mailbox', subject: 'One question', body: QUESTION },
    ],
    [
      'answer',
      'wait_signal',
      'Wait for an answer',
      {
        signal: 'email.reply',
        correlation: '{{ steps.ask.output.messageId }}',
        deadline: { after: 'P5D', then: 'port:timed_out' },
      },
    ],
    [
      'tell_team',
      'slack_message',
      'Tell the team',
      {
        channel: '#customer-voice',
        text: '*{{ contact.name | default: contact.email | default: "Somebody new" }}* after a week:\n> {{ steps.answer.output.text | default: "(no text)" | strip | truncate: 500 }}',
      },
    ],
    ['heard', 'end', 'Heard from them', { outcome: 'Answered' }],
    ['done', 'end', 'Welcomed', { outcome: 'Welcomed' }],
  ],
  edges: [
    ['trigger', 'welcome'],
    ['welcome', 'two_days', 'sent'],
    ['welcome', 'done', 'skipped'],
    ['two_days', 'morning'],
    ['morning', 'tips'],
    ['tips', 'four_days', 'sent'],
    ['tips', 'done', 'skipped'],
    ['four_days', 'ask'],
    ['ask', 'answer', 'sent'],
    ['ask', 'done', 'skipped'],
    ['answer', 'tell_team', 'received'],
    ['answer', 'done', 'timed_out'],
    ['tell_team', 'heard'],
  ],
};

export const welcomeSeries: GalleryEntry = {
  key: 'welcome-series',
  title: 'Welcome series',
  purpose:
    'Greets new people, helps them with their first steps, and brings a real answer to the team.',
  needs: ['A mailbox', 'A Slack workspace'],
  tags: ['onboarding', 'email'],
  sample: { ...SAMPLE_PERSON, plan: 'pro' },
  document: toDocument(SKETCH),
};
