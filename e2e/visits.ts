/** What a person does on the screens, by the words that they read there. */
import type { Page } from '@playwright/test';
import { expect } from './browser-test.ts';

export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name: 'Automations', level: 1 })).toBeVisible();
}

/** Presses "Run the demo" and answers with the run's address once its first wait has begun. */
export async function runDemo(page: Page): Promise<string> {
  await page.goto('/automations');
  await page.getByRole('button', { name: 'Run the demo' }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole('heading', { level: 1, name: /^Waiting until/ })).toBeVisible();
  return new URL(page.url()).pathname;
}

export async function skipWait(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip the wait…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip the wait' }).click();
}

/** Sam presses Approve under the newest draft in the sandbox's Slack. */
export async function approveInSlack(page: Page): Promise<void> {
  await page.goto('/sandbox/slack');
  await page
    .getByRole('button', { name: /Approve/ })
    .last()
    .click();
  await expect(page.getByText(/Approved by/).last()).toBeVisible();
}

/** Runs the demo up to the moment in which the email goes out. */
export async function runDemoToEmail(page: Page): Promise<string> {
  const run = await runDemo(page);
  await skipWait(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for Sam');
  await approveInSlack(page);
  return run;
}

/** Tells a sandbox service how to behave, by the switch on its page. */
export async function behave(
  page: Page,
  service: 'mailbox' | 'slack' | 'model' | 'crm',
  how: string,
): Promise<void> {
  await page.goto(`/sandbox/${service}`);
  const choice = page.getByRole('radio', { name: how });
  await choice.click();
  await expect(choice).toBeChecked();
}
