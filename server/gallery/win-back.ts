import {
  type GalleryEntry,
  GREETING,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const MISSED = `${GREETING}

it has been a while since your last order{% if trigger.last_product %} of {{ trigger.last_product }}{% endif %}. A few things are new since then, and most of them because customers asked.

If we did something that put you off, I would like to know: a reply reaches me directly.`;

const OFFER = `${GREETING}

if you have been meaning to come back, this may help: {{ trigger.offer | default: "your next order is shipped free of charge" }}. It holds for the next seven days and applies by itself when you order.

If not, no hard feelings: this is the last you hear of it.`;

const ORDER = {
  signal: 'order.placed',
  correlation: '{{ contact.email | default: run.id }}',
};

const SKETCH: Sketch = {
  name: 'Win-back',
  description: 'For customers who have not ordered for some months. Ends with their next order.',
  trigger: { name: 'Customer went quiet', config: PERSON_TRIGGER },
  steps: [
    ['good_hour', 'wait_until', 'A good hour', { at: '10:00', days: ['tue', 'wed', 'thu'] }],
    [
      'missed',
      'send_email',
      'We noticed',
      { connection: 'mailbox', subject: 'It has been a while', body: MISSED },
    ],
    [
      'first_order',
      'wait_signal',
      'Do they order?',
      { ...ORDER, deadline: { after: 'P5D', then: 'port:timed_out' } },
    ],
    [
      'subject',
      'split',
      'Which subject?',
      {
        arms: [
          { port: 'plain', name: 'Plain', percent: 50 },
          { port: 'warm', name: 'Warm', percent: 50 },
        ],
      },
    ],
    [
      'offer_plain',
      'send_email',
      'Offer, plain subject',
      { connection: 'mailbox', subject: 'Something for your next order', body: OFFER },
    ],
    [
      'offer_warm',
      'send_email',
      'Offer, warm subject',
      {
        connection: 'mailbox',
        subject: 'We would like you back{% if contact.name %}, {{ contact.name }}{% endif %}',
        body: OFFER,
      },
    ],
    [
      'second_order',
      'wait_signal',
      'Do they order now?',
      { ...ORDER, deadline: { after: 'P7D', then: 'port:timed_out' } },
    ],
    ['mark_back', 'update_contact', 'Mark as back', { fields: { winback: 'came back' } }],
    ['mark_quiet', 'update_contact', 'Leave in peace', { fields: { winback: 'no answer' } }],
    ['back', 'end', 'Came back', { outcome: 'Came back' }],
    ['quiet', 'end', 'Stayed away', { outcome: 'No answer' }],
  ],
  edges: [
    ['trigger', 'good_hour'],
    ['good_hour', 'missed'],
    ['missed', 'first_order', 'sent'],
    ['missed', 'quiet', 'skipped'],
    ['first_order', 'mark_back', 'received'],
    ['first_order', 'subject', 'timed_out'],
    ['subject', 'offer_plain', 'plain'],
    ['subject', 'offer_warm', 'warm'],
    ['offer_plain', 'second_order', 'sent'],
    ['offer_plain', 'quiet', 'skipped'],
    ['offer_warm', 'second_order', 'sent'],
    ['offer_warm', 'quiet', 'skipped'],
    ['second_order', 'mark_back', 'received'],
    ['second_order', 'mark_quiet', 'timed_out'],
    ['mark_back', 'back'],
    ['mark_quiet', 'quiet'],
  ],
};

export const winBack: GalleryEntry = {
  key: 'win-back',
  title: 'Win-back',
  purpose:
    'Writes twice at most to customers who have gone quiet, tries two subjects, and stops when they order.',
  needs: ['A mailbox', 'A shop that sends “order.placed” with the customer’s address'],
  tags: ['retention', 'experiment', 'email'],
  sample: { ...SAMPLE_PERSON, last_product: 'the desk lamp' },
  document: toDocument(SKETCH),
};
