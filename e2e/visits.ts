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
