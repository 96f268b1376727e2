import {
  type GalleryEntry,
  GREETING,
  PERSON,
  PERSON_TRIGGER,
  SAMPLE_PERSON,
  type Sketch,
  toDocument,
} from './entry.ts';

const BRIEF = `Lead: {{ contact.name | default: contact.email | default: "unknown" }}
Company: {{ trigger.company | default: "unknown" }}
People: {{ trigger.company_size | default: "unknown" }}
Wants: {{ trigger.message | default: "(nothing written)" }}

Approve to take this lead: it becomes yours in the CRM, and they are told that you will call.`;

const PERSONAL = `${GREETING}

thank you for writing to us. Your request is with a colleague who knows companies of your size, and you will hear from them within one working day.

If there is anything that they should read before, just reply to this email.`;

const SELF_SERVE = `${GREETING}

thank you for your interest. Most teams of your size are up and running in an afternoon, without a call: sign up, start from a template, invite a colleague.

If you would rather talk to somebody first, reply to this email and we will find a time.`;

const SKETCH: Sketch = {
  name: 'Lead routing',
  description: 'Leads from 200 people up go to a person first; the others are helped at once.',
  trigger: { name: 'Contact form', config: PERSON_TRIGGER },
  steps: [
    [
      'size',
      'branch',
      'How large?',
      {
        cases: [
          {
            port: 'large',
            name: '200 people or more',
            when: { left: 'trigger.company_size', operator: 'at_least', right: 200 },
          },
        ],
      },
    ],
    [
      'take',
      'approval',
      'Take this lead?',
      {
        content: BRIEF,
        assignees: [PERSON],
        channel: 'inbox',
        deadline: {
          after: 'PT4H',
          then: { escalate: { to: [PERSON], after: 'PT20H', then: 'port:expired' } },
        },
      },
    ],
    [
      'record',
      'crm_upsert',
      'Lead in the CRM',
      {
        connection: 'crm',
        object: 'Lead',
        fields: {
          name: '{{ contact.name | default: contact.email | default: "unknown" }}',
          company: '{{ trigger.company | default: "unknown" }}',
          owner: '{{ steps.take.output.decidedBy | default: "unassigned" }}',
          status: 'Working',
        },
      },
    ],
    [
      'promise',
      'send_email',
      'Say who will call',
      {
        connection: 'mailbox',
        subject: 'We will call you',
        body: PERSONAL,
        purpose: 'transactional',
      },
    ],
    [
      'help',
      'send_email',
      'Help at once',
      {
        connection: 'mailbox',
        subject: 'Getting started today',
        body: SELF_SERVE,
        purpose: 'transactional',
      },
    ],
    [
      'nobody',
      'slack_message',
      'Nobody took it',
      {
        channel: '#sales',
        text: 'Nobody has taken the lead *{{ trigger.company | default: "(no company)" }}* in a day. Who does?',
      },
    ],
    ['taken', 'end', 'Taken', { outcome: 'Taken by a person' }],
    ['helped', 'end', 'Helped', { outcome: 'Self-service' }],
  ],
  edges: [
    ['trigger', 'size'],
    ['size', 'take', 'large'],
    ['size', 'help', 'else'],
    ['take', 'record', 'approved'],
    ['take', 'help', 'rejected'],
    ['take', 'nobody', 'expired'],
    ['record', 'promise'],
    ['promise', 'taken', 'sent'],
    ['promise', 'taken', 'skipped'],
    ['nobody', 'help'],
    ['help', 'helped', 'sent'],
    ['help', 'helped', 'skipped'],
  ],
};

export const leadRouting: GalleryEntry = {
  key: 'lead-routing',
  title: 'Lead routing with approval',
  purpose: 'Offers large leads to a person who takes or passes them, and helps the others at once.',
  needs: ['A mailbox', 'A CRM', 'A Slack workspace', 'Somebody who takes leads'],
  tags: ['sales', 'approval', 'CRM'],
  sample: {
    ...SAMPLE_PERSON,
    company: 'Ferrer Studio',
    company_size: 340,
    message: 'We need single sign-on.',
  },
  document: toDocument(SKETCH),
};
