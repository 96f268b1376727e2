import {
  type GalleryEntry,
  GREETING,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const EVENT = '{{ trigger.event_name | default: "our event" }}';
const LINK = '{{ trigger.join_url | default: "the link in your calendar" }}';
const STARTS =
  '{% if trigger.starts_at %}{{ trigger.starts_at | date: "%d.%m.%Y, %H:%M" }} UTC{% else %}at the time in your calendar{% endif %}';

const CONFIRM = `${GREETING}

you are in: ${EVENT}, ${STARTS}.

We will remind you on the day before, in the morning where you are, and once more an hour before it begins. You join here: ${LINK}`;

const TOMORROW = `${GREETING}

tomorrow is the day: ${EVENT}, ${STARTS}. The link to join is ${LINK}.

Is there a question that you would like to have answered? Reply to this email, and we will pass it on to the speakers.`;

const SOON = `${GREETING}

${EVENT} begins in one hour. You join here: ${LINK}

See you in a moment`;

const THANKS = `${GREETING}

thank you for being part of ${EVENT}. The recording and the slides will be under the same link within two days: ${LINK}

What should the next one be about? A reply of one line is enough.`;

/** The instant, so many seconds from the start; the event's own offset makes it the same everywhere. */
const fromStart = (seconds: number): string =>
  `{{ trigger.starts_at | date: "%s" | plus: ${seconds} | date: "%Y-%m-%dT%H:%M:%SZ" }}`;

const SKETCH: Sketch = {
  name: 'Event reminder',
  // People register for an event long before it.
  maxAgeDays: 400,
  description: 'Late registrations skip the reminders whose time has passed.',
  trigger: { name: 'Registration', config: PERSON_TRIGGER },
  steps: [
    [
      'confirm',
      'send_email',
      'Confirm the place',
      {
        connection: 'mailbox',
        subject: `You are in: ${EVENT}`,
        body: CONFIRM,
        purpose: 'transactional',
      },
    ],
    [
      'day_before',
      'wait_until',
      'The morning before',
      {
        date: '{{ trigger.starts_at | date: "%s" | minus: 86400 | date: "%Y-%m-%d" }}',
        at: '09:00',
        zone: 'contact',
        ifMissing: 'skip',
      },
    ],
    [
      'tomorrow',
      'send_email',
      'Tomorrow',
      {
        connection: 'mailbox',
        subject: `Tomorrow: ${EVENT}`,
        body: TOMORROW,
        purpose: 'transactional',
      },
    ],
    [
      'hour_before',
      'wait_until',
      'One hour before',
      { date: fromStart(-3600), spreadSeconds: 0, ifMissing: 'skip' },
    ],
    [
      'soon',
      'send_email',
      'In one hour',
      {
        connection: 'mailbox',
        subject: `In one hour: ${EVENT}`,
        body: SOON,
        purpose: 'transactional',
      },
    ],
    [
      'afterwards',
      'wait_until',
      'Three hours after the start',
      { date: fromStart(10_800), ifMissing: 'skip' },
    ],
    [
      'thanks',
      'send_email',
      'Thank you',
      { connection: 'mailbox', subject: `Thank you for joining ${EVENT}`, body: THANKS },
    ],
    ['done', 'end', 'Over', { outcome: 'Reminded' }],
    ['late', 'end', 'Too late', { outcome: 'Registered after the event' }],
  ],
  edges: [
    ['trigger', 'confirm'],
    ['confirm', 'day_before', 'sent'],
    ['confirm', 'day_before', 'skipped'],
    ['day_before', 'tomorrow'],
    ['day_before', 'hour_before', 'skipped'],
    ['tomorrow', 'hour_before', 'sent'],
    ['tomorrow', 'hour_before', 'skipped'],
    ['hour_before', 'soon'],
    ['hour_before', 'afterwards', 'skipped'],
    ['soon', 'afterwards', 'sent'],
    ['soon', 'afterwards', 'skipped'],
    ['afterwards', 'thanks'],
    ['afterwards', 'late', 'skipped'],
    ['thanks', 'done', 'sent'],
    ['thanks', 'done', 'skipped'],
  ],
};

export const eventReminder: GalleryEntry = {
  key: 'event-reminder',
  title: 'Event reminder across time zones',
  purpose:
    'Reminds everybody in the morning of their own day before, and all at once an hour before the start.',
  needs: ['A mailbox', 'The start of the event with its offset, such as 2027-05-20T15:00:00Z'],
  tags: ['events', 'time zones'],
  sample: {
    ...SAMPLE_PERSON,
    event_name: 'the spring webinar',
    starts_at: '2027-05-20T15:00:00Z',
    join_url: 'https://example.com/join/spring',
  },
  document: toDocument(SKETCH),
};
