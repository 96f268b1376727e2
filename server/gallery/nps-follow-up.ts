import {
  type GalleryEntry,
  GREETING,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const ASK = `${GREETING}

one question, and it takes ten seconds: how likely are you to recommend us to a colleague, from 0 (not at all) to 10 (any time)?

Answer here: {{ trigger.survey_url | default: "just reply with a number" }}`;

const PROMOTER = `${GREETING}

that made our day. If you have two more minutes: a few honest lines from you help others to decide, wherever you like to leave them.

And if you know somebody whom we could help, I am happy to talk to them.`;

const PASSIVE = `${GREETING}

thank you for your answer. You are content but not thrilled, and we would like to know what is missing. What is the one thing that would make it a 10?

A reply of one line is enough; a person reads it.`;

const DETRACTOR = `${GREETING}

thank you for being frank. We have let you down somewhere, and I would like to put it right.

A colleague of mine has your answer and will get in touch within two working days. If you would rather not hear from us, reply “no call” and we will leave it there.`;

const score = (operator: string, right: number) => ({
  left: 'steps.answer.output.score',
  operator,
  right,
});

const SKETCH: Sketch = {
  name: 'NPS with follow-up',
  description: 'Every score gets an answer, and low ones get a person.',
  trigger: { name: 'Time to ask', config: PERSON_TRIGGER },
  steps: [
    ['good_hour', 'wait_until', 'A good hour', { at: '10:30', days: 'weekdays' }],
    [
      'ask',
      'send_email',
      'Ask for a score',
      { connection: 'mailbox', subject: 'One question, ten seconds', body: ASK },
    ],
    [
      'answer',
      'wait_signal',
      'Wait for the score',
      {
        signal: 'survey.answered',
        correlation: '{{ contact.email | default: run.id }}',
        deadline: { after: 'P7D', then: 'port:timed_out' },
      },
    ],
    [
      'which',
      'branch',
      'Which score?',
      {
        cases: [
          { port: 'promoter', name: '9 or 10', when: score('at_least', 9) },
          { port: 'passive', name: '7 or 8', when: score('at_least', 7) },
          { port: 'detractor', name: '0 to 6', when: score('at_most', 6) },
        ],
      },
    ],
    [
      'thanks',
      'send_email',
      'Thank them',
      { connection: 'mailbox', subject: 'Thank you', body: PROMOTER },
    ],
    [
      'missing',
      'send_email',
      'What is missing?',
      { connection: 'mailbox', subject: 'What would make it a 10?', body: PASSIVE },
    ],
    [
      'sorry',
      'send_email',
      'We will put it right',
      {
        connection: 'mailbox',
        subject: 'We would like to put it right',
        body: DETRACTOR,
        purpose: 'transactional',
      },
    ],
    [
      'call',
      'slack_message',
      'Somebody calls',
      {
        channel: '#customer-success',
        text: '*{{ contact.name | default: contact.email | default: "A customer" }}* gave us {{ steps.answer.output.score | default: "no score" }}. Who calls within two working days?\n> {{ steps.answer.output.comment | default: "(no comment)" | truncate: 500 }}',
      },
    ],
    [
      'keep_score',
      'update_contact',
      'Keep the score',
      { fields: { nps: '{{ steps.answer.output.score | default: "" }}' } },
    ],
    ['done', 'end', 'Answered', { outcome: 'Answered' }],
    ['quiet', 'end', 'No answer', { outcome: 'No answer' }],
  ],
  edges: [
    ['trigger', 'good_hour'],
    ['good_hour', 'ask'],
    ['ask', 'answer', 'sent'],
    ['ask', 'quiet', 'skipped'],
    ['answer', 'keep_score', 'received'],
    ['answer', 'quiet', 'timed_out'],
    ['keep_score', 'which'],
    ['which', 'thanks', 'promoter'],
    ['which', 'missing', 'passive'],
    ['which', 'sorry', 'detractor'],
    ['which', 'done', 'else'],
    ['thanks', 'done', 'sent'],
    ['thanks', 'done', 'skipped'],
    ['missing', 'done', 'sent'],
    ['missing', 'done', 'skipped'],
    ['sorry', 'call', 'sent'],
    ['sorry', 'call', 'skipped'],
    ['call', 'done'],
  ],
};

export const npsFollowUp: GalleryEntry = {
  key: 'nps-follow-up',
  title: 'NPS with follow-up',
  purpose:
    'Asks for a score and does something about it: thanks, asks what is missing, or has somebody call.',
  needs: [
    'A mailbox',
    'A Slack workspace',
    'A survey that sends “survey.answered” with address and score',
  ],
  tags: ['feedback', 'success'],
  sample: { ...SAMPLE_PERSON, survey_url: 'https://example.com/survey/1042' },
  document: toDocument(SKETCH),
};
