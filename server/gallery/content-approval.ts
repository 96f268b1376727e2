import { type GalleryEntry, PERSON, type Sketch, toDocument } from './entry.ts';

const TEASER = `Write a post of at most 60 words for our company page that makes people want to read this article. Plain words, no hashtags, no exclamation marks.
Title: {{ trigger.title | default: "untitled" }}
Article:
{{ trigger.text | default: "(no text)" | truncate: 6000 }}`;

const FOR_APPROVAL = `{{ trigger.title | default: "Untitled" }}

{{ trigger.text | default: "(no text)" | truncate: 8000 }}

Post that announces it:
{{ steps.teaser.output.text }}`;

const SKETCH: Sketch = {
  name: 'Content approval',
  description: 'Nothing is published that nobody has read.',
  trigger: { name: 'Article is ready', config: { eventId: '$.post_id' } },
  steps: [
    [
      'teaser',
      'ai_generate',
      'Write a teaser',
      { connection: 'model', prompt: TEASER, maxCost: 0.05, maxOutputTokens: 300 },
    ],
    [
      'approve',
      'approval',
      'Approve article and teaser',
      {
        content: FOR_APPROVAL,
        assignees: [PERSON],
        channel: 'inbox',
        deadline: {
          after: 'PT48H',
          then: { escalate: { to: [PERSON], after: 'PT24H', then: 'port:expired' } },
        },
      },
    ],
    [
      'good_hour',
      'wait_until',
      'A good hour',
      { at: '09:00', days: 'weekdays', zone: 'workspace', spreadSeconds: 0 },
    ],
    // PUT: publishing it twice is publishing it once.
    [
      'publish',
      'http_request',
      'Publish on the site',
      {
        method: 'PUT',
        url: 'https://cms.example.com/posts/{{ trigger.post_id | default: run.id | url_encode }}/published',
        body: '{ "published": true }',
      },
    ],
    [
      'announce',
      'slack_message',
      'Announce it',
      {
        channel: '#marketing',
        text: '*{{ trigger.title | default: "A new article" }}* is out.\n{{ steps.teaser.output.text }}',
      },
    ],
    [
      'back',
      'slack_message',
      'Back to the author',
      {
        channel: '#content',
        text: '“{{ trigger.title | default: "The article" }}” by {{ trigger.author | default: "somebody" }} was not approved{% if steps.approve.output.comment %}: {{ steps.approve.output.comment }}{% else %}.{% endif %}',
      },
    ],
    [
      'failed',
      'slack_message',
      'The site refused',
      {
        channel: '#content',
        text: '“{{ trigger.title | default: "The article" }}” is approved, but the site did not take it. Please publish it by hand.',
      },
    ],
    ['out', 'end', 'Published', { outcome: 'Published' }],
    ['not_out', 'end', 'Not published', { outcome: 'Not published' }],
  ],
  edges: [
    ['trigger', 'teaser'],
    ['teaser', 'approve'],
    ['approve', 'good_hour', 'approved'],
    ['approve', 'back', 'rejected'],
    ['approve', 'back', 'expired'],
    ['good_hour', 'publish'],
    ['publish', 'announce'],
    ['publish', 'failed', 'failed'],
    ['announce', 'out'],
    ['failed', 'not_out'],
    ['back', 'not_out'],
  ],
};

export const contentApproval: GalleryEntry = {
  key: 'content-approval',
  title: 'Content approval',
  purpose:
    'Takes an article from draft to publication: a teaser is written, a person approves both, and it goes out at a good hour.',
  needs: [
    'A model service',
    'A Slack workspace',
    'Somebody who approves',
    'The address at which your site publishes',
  ],
  tags: ['content', 'AI', 'approval'],
  sample: {
    post_id: 'post_88',
    title: 'How we cut onboarding to an afternoon',
    text: 'Last spring it took new customers eleven days to send their first campaign …',
    author: 'Priya',
  },
  document: toDocument(SKETCH),
};
