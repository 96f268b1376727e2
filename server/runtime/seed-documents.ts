/** Further automations of the demo workspace, in the states that a real list has. */
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';

const CONTACT = { email: '$.email', name: '$.name', timezone: '$.timezone' };

const WELCOME_STEPS = [
  {
    id: 'mark_reader',
    kind: 'update_contact',
    name: 'Mark as reader',
    config: { fields: { newsletter: true } },
  },
  {
    id: 'welcome',
    kind: 'send_email',
    name: 'Welcome',
    config: {
      connection: 'mailbox',
      subject: 'Welcome to Brightwater Notes',
      body: 'Hello {{ contact.name | default: "there" }},\n\nonce a month we write about campaigns that worked, and some that did not.\n\nLena from Brightwater',
    },
  },
  { id: 'three_days', kind: 'wait_for', name: 'Three days', config: { duration: 'P3D' } },
  {
    id: 'choose_topic',
    kind: 'split',
    name: 'Which second email',
    config: {
      arms: [
        { port: 'case_study', name: 'Case study', percent: 50 },
        { port: 'checklist', name: 'Checklist', percent: 50 },
      ],
    },
  },
  {
    id: 'case_study',
    kind: 'send_email',
    name: 'Case study',
    config: {
      connection: 'mailbox',
      subject: 'How a bakery filled its Tuesdays',
      body: 'Hello {{ contact.name | default: "there" }},\n\nthis is the story of a bakery, a quiet Tuesday and three emails.\n\nLena from Brightwater',
    },
  },
  {
    id: 'checklist',
    kind: 'send_email',
    name: 'Checklist',
    config: {
      connection: 'mailbox',
      subject: 'Twelve things to check before you send',
      body: 'Hello {{ contact.name | default: "there" }},\n\nwe go through this list before every campaign.\n\nLena from Brightwater',
    },
  },
  { id: 'done', kind: 'end', name: 'Done', config: { outcome: 'Welcomed' } },
  {
    id: 'not_allowed',
    kind: 'end',
    name: 'Not sent',
    config: { outcome: 'Email not allowed' },
  },
];

const WELCOME_EDGES = [
  { from: 'trigger', to: 'mark_reader' },
  { from: 'mark_reader', to: 'welcome' },
  { from: 'welcome', port: 'sent', to: 'three_days' },
  { from: 'welcome', port: 'skipped', to: 'not_allowed' },
  { from: 'three_days', to: 'choose_topic' },
  { from: 'choose_topic', port: 'case_study', to: 'case_study' },
  { from: 'choose_topic', port: 'checklist', to: 'checklist' },
  { from: 'case_study', port: 'sent', to: 'done' },
  { from: 'case_study', port: 'skipped', to: 'not_allowed' },
  { from: 'checklist', port: 'sent', to: 'done' },
  { from: 'checklist', port: 'skipped', to: 'not_allowed' },
];

/** Live. */
export const welcomeDocument = (): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Welcome series',
    description: 'Two emails for new newsletter readers, three days apart.',
    settings: { timezone: 'Europe/Berlin' },
    trigger: {
      kind: 'webhook',
      name: 'Newsletter form',
      config: { eventId: '$.id', contact: CONTACT },
    },
    steps: WELCOME_STEPS,
    edges: WELCOME_EDGES,
  });

/** Published, then paused. */
export const webinarDocument = (): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Webinar reminder',
    description: 'Reminds everyone who signed up, one hour before it begins.',
    settings: { timezone: 'Europe/Berlin' },
    trigger: {
      kind: 'webhook',
      name: 'Webinar sign-up',
      config: { eventId: '$.registration_id', contact: CONTACT },
    },
    steps: [
      {
        id: 'one_hour_before',
        kind: 'wait_until',
        name: 'One hour before',
        config: {
          date: '{{ trigger.remind_at }}',
          zone: 'workspace',
          spreadSeconds: 0,
          ifMissing: 'skip',
        },
      },
      {
        id: 'remind',
        kind: 'send_email',
        name: 'Remind',
        config: {
          connection: 'mailbox',
          purpose: 'transactional',
          subject: 'We begin in an hour',
          body: 'Hello {{ contact.name | default: "there" }},\n\nthe webinar begins in an hour. Your link is in the confirmation.\n\nBrightwater',
        },
      },
      {
        id: 'tell_marketing',
        kind: 'slack_message',
        name: 'No date',
        config: {
          connection: 'slack',
          channel: '#webinars',
          text: 'A sign-up came without a date: {{ contact.email }}',
        },
      },
      { id: 'done', kind: 'end', name: 'Done', config: { outcome: 'Reminded' } },
    ],
    edges: [
      { from: 'trigger', to: 'one_hour_before' },
      { from: 'one_hour_before', to: 'remind' },
      { from: 'one_hour_before', port: 'skipped', to: 'tell_marketing' },
      { from: 'remind', port: 'sent', to: 'done' },
      { from: 'tell_marketing', to: 'done' },
    ],
  });

/** Never published: it still has problems, which its page lists. */
export const trialDocument = (): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Trial ending soon',
    description: 'Asks active trial users for a call before their trial ends.',
    settings: { timezone: 'Europe/Berlin' },
    trigger: {
      kind: 'webhook',
      name: 'Trial day 11',
      config: { eventId: '$.event', contact: CONTACT },
    },
    steps: [
      {
        id: 'is_active',
        kind: 'branch',
        name: 'Is the trial used?',
        config: { cases: [] },
      },
      {
        id: 'offer_call',
        kind: 'send_email',
        name: 'Offer a call',
        config: {
          connection: 'mailbox',
          body: 'Hello {{ contact.name | default: "there" }},\n\nyour trial ends on {{ steps.trial_facts.output.ends_on }}.',
        },
      },
      { id: 'done', kind: 'end', name: 'Done', config: { outcome: 'Asked' } },
    ],
    edges: [
      { from: 'trigger', to: 'is_active' },
      { from: 'is_active', port: 'else', to: 'offer_call' },
      { from: 'offer_call', port: 'sent', to: 'done' },
    ],
  });
