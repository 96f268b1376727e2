import {
  type GalleryEntry,
  GREETING,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const CONFIRM = '{{ trigger.confirm_url | default: "just reply with “yes”" }}';

const FIRST = `${GREETING}

you once agreed to hear from us. That was a while ago, and people change their minds, so we ask again.

If you would still like our news, about twice a month: ${CONFIRM}

If you would rather not, there is nothing to do. Without a word from you we stop.`;

const LAST = `${GREETING}

this is the last time we ask. If you would like to go on hearing from us: ${CONFIRM}

If we do not hear from you in two weeks, we take you off the list, and that is fine.`;

const YES = `${GREETING}

thank you, it is good to have you. You will hear from us about twice a month. If it ever gets too much, a reply of one word is enough.`;

const ANSWER = {
  signal: 'permission.confirmed',
  correlation: '{{ contact.email | default: run.id }}',
  deadline: { after: 'P14D', then: 'port:timed_out' },
};

const SKETCH: Sketch = {
  name: 'Re-permission',
  description: 'Two questions, two weeks apart. Silence means no.',
  trigger: { name: 'Consent has grown old', config: PERSON_TRIGGER },
  steps: [
    ['good_hour', 'wait_until', 'A good hour', { at: '10:00', days: ['tue', 'wed', 'thu'] }],
    [
      'ask',
      'send_email',
      'Ask',
      { connection: 'mailbox', subject: 'May we still write to you?', body: FIRST },
    ],
    ['first_answer', 'wait_signal', 'Wait two weeks', ANSWER],
    [
      'ask_again',
      'send_email',
      'Ask once more',
      { connection: 'mailbox', subject: 'Shall we say goodbye?', body: LAST },
    ],
    ['second_answer', 'wait_signal', 'Two more weeks', ANSWER],
    ['keep', 'update_contact', 'Note the yes', { fields: { permission: 'confirmed' } }],
    [
      'thank',
      'send_email',
      'Thank them',
      { connection: 'mailbox', subject: 'Good to have you', body: YES },
    ],
    ['let_go', 'update_contact', 'Note the silence', { fields: { permission: 'expired' } }],
    ['stays', 'end', 'Stays', { outcome: 'Confirmed' }],
    ['leaves', 'end', 'Leaves', { outcome: 'Permission expired' }],
  ],
  edges: [
    ['trigger', 'good_hour'],
    ['good_hour', 'ask'],
    ['ask', 'first_answer', 'sent'],
    ['ask', 'let_go', 'skipped'],
    ['first_answer', 'keep', 'received'],
    ['first_answer', 'ask_again', 'timed_out'],
    ['ask_again', 'second_answer', 'sent'],
    ['ask_again', 'let_go', 'skipped'],
    ['second_answer', 'keep', 'received'],
    ['second_answer', 'let_go', 'timed_out'],
    ['keep', 'thank'],
    ['thank', 'stays', 'sent'],
    ['thank', 'stays', 'skipped'],
    ['let_go', 'leaves'],
  ],
};

export const rePermission: GalleryEntry = {
  key: 're-permission',
  title: 'Re-permission',
  purpose:
    'Asks people whose consent has grown old whether they still want to hear from you, and lets the others go.',
  needs: ['A mailbox', 'A page that sends “permission.confirmed” with the address'],
  tags: ['consent', 'email'],
  sample: { ...SAMPLE_PERSON, confirm_url: 'https://example.com/stay/1042' },
  document: toDocument(SKETCH),
};
