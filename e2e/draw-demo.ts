/** The demo automation, drawn by hand from an empty canvas. */
import type { Page } from '@playwright/test';
import { addStep, fit, panelOf, write } from './editor-hands.ts';

const PROMPT = `Write a short, friendly email to somebody who asked for a demo.
Contact name: {{ contact.name | default: "unknown" }}
Company: {{ trigger.company | default: "unknown" }}
Message: {{ trigger.message | default: "none" }}
Propose a call of 25 minutes this week, at most 120 words, no subject line. Sign as Sam Okafor.`;

/** The trigger's card: what the form sends, and where the contact is in it. */
export async function drawTrigger(page: Page): Promise<void> {
  await page.locator('[data-step="trigger"]').click();
  const panel = panelOf(page);
  await panel.getByLabel('Name', { exact: true }).fill('Demo form');
  await panel.getByLabel('The event’s own id').fill('$.event_id');
  await panel.getByLabel('Contact: time zone').fill('$.timezone');
}

/** From the trigger down to the approval. */
export async function drawBeginning(page: Page): Promise<void> {
  await addStep(page, 'Add a step after Demo form', 'Wait until a time', 'Next weekday, 09:00');
  const draft = await addStep(
    page,
    'Add a step after Next weekday, 09:00',
    'Write with AI',
    'Draft the email',
  );
  await write(draft, 'What to write', PROMPT);
  await draft.getByRole('button', { name: 'More settings' }).click();
  await draft.getByLabel('Longest text').fill('600');
  const ask = await addStep(
    page,
    'Add a step after Draft the email',
    'Ask for approval',
    'Sam approves',
  );
  await ask.getByRole('button', { name: 'Remove lena@example.com' }).click();
  await ask.getByRole('textbox', { name: 'Who may approve' }).fill('sam@example.com');
  await ask.getByRole('textbox', { name: 'Who may approve' }).press('Enter');
  await ask.getByRole('radio', { name: /^Slack/ }).click();
  await ask.getByLabel('Slack channel').fill('#demo-approvals');
}

/** The three ways on from the approval; the email’s subject and text are left for later. */
export async function drawBranches(page: Page): Promise<void> {
  await addStep(page, 'Add a step after Sam approves, Approved', 'Send an email', 'Send it');
  const team = await addStep(
    page,
    'Add a step after Sam approves, Rejected',
    'Post in Slack',
    'Tell the team',
  );
  await write(team, 'To', '#demo-team');
  await write(
    team,
    'Message',
    'The draft for {{ contact.name | default: contact.email }} was rejected. Please answer by hand.',
  );
  await drawEnd(page, 'Sam approves, Expired', 'Expired', 'Approval expired');
  await drawEnd(page, 'Tell the team', 'Rejected', 'Draft rejected');
  await drawEnd(page, 'Send it, Skipped', 'Not sent', 'Email not allowed');
}

/** What follows the email: the task, and the wait for an answer. */
export async function drawEnding(page: Page): Promise<void> {
  const task = await addStep(page, 'Add a step after Send it, Sent', 'Save to the CRM', 'CRM task');
  const fields = [
    ['subject', 'Demo follow-up: {{ contact.name | default: contact.email }}'],
    ['contact_email', '{{ contact.email }}'],
    ['company', '{{ trigger.company | default: "" }}'],
    ['owner', 'sam@example.com'],
    ['status', 'Waiting for a reply'],
  ] as const;
  for (const [index, [key, value]] of fields.entries()) {
    await task.getByRole('button', { name: 'Add a field' }).click();
    await task.getByLabel(`Field ${index + 1}`).fill(key);
    await write(task, `Value of ${key}`, value);
  }
  await addStep(page, 'Add a step after CRM task', 'Wait for an answer', 'Maya replies');
  const tell = await addStep(
    page,
    'Add a step after Maya replies, Received',
    'Post in Slack',
    'Tell Sam',
  );
  await write(tell, 'To', 'sam@example.com');
  await drawEnd(page, 'Maya replies, Timed out', 'No reply', 'No reply');
  await drawEnd(page, 'Tell Sam', 'Replied', 'Replied');
  await fit(page);
}

async function drawEnd(page: Page, after: string, name: string, outcome: string): Promise<void> {
  const end = await addStep(page, `Add a step after ${after}`, 'End here', name);
  await end.getByLabel('Outcome').fill(outcome);
}

/** A text that refers to a step before, whose id this draft has given it. */
export const outputOf = (id: string, field: string): string => `{{ steps.${id}.output.${field} }}`;
