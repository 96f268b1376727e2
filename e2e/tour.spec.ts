import { type Page } from '@playwright/test';
import { expect, test } from './browser-test.ts';
import { expectAccessible, shoot } from './screens.ts';
import { behave, runDemo, runDemoToEmail, signIn, skipWait } from './visits.ts';

/** Pictures of what stands there now, and what axe says about it. */
async function look(page: Page, name: string): Promise<void> {
  await shoot(page, `tour-${name}`);
  await expectAccessible(page);
}

/** Nothing is wider than the phone: what does not fit scrolls inside its own part. */
async function expectToFitPhones(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} is wider than a phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const PAGES: readonly { readonly path: string; readonly heading: string | RegExp }[] = [
  { path: '/automations', heading: 'Automations' },
  { path: '/runs', heading: 'Runs' },
  { path: '/runs?status=all', heading: 'Runs' },
  { path: '/approvals', heading: 'Approvals' },
  { path: '/approvals?tab=decided', heading: 'Approvals' },
  { path: '/needs-review', heading: 'Needs review' },
  { path: '/contacts', heading: 'Contacts' },
  { path: '/connections', heading: 'Connections' },
  { path: '/health', heading: 'Engine health' },
  { path: '/sandbox/slack', heading: 'Sandbox' },
  { path: '/sandbox/mailbox', heading: 'Sandbox' },
  { path: '/sandbox/model', heading: 'Sandbox' },
  { path: '/sandbox/crm', heading: 'Sandbox' },
];

test.describe('a tour of every page', () => {
  test('the sign-in page', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { name: 'Sign in to Holdfast' })).toBeVisible();
    await look(page, 'sign-in');
    await expectToFitPhones(page);
  });

  test('S10.1 pages with a run in each state that needs somebody', async ({ page }) => {
    test.setTimeout(240_000);
    await signIn(page, 'Lena Brandt');
    // One waits for a time, one for Sam, and one for a word about an email of unknown outcome.
    await behave(page, 'mailbox', 'Accept, then hang up');
    const doubtful = await runDemoToEmail(page);
    await page.goto(doubtful);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Nobody knows yet');
    await behave(page, 'mailbox', 'Normally');
    await runDemo(page);
    await skipWait(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for Sam');
    await runDemo(page);

    for (const { path, heading } of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await look(page, path.slice(1).replaceAll(/[/?=]/g, '-'));
      await expectToFitPhones(page);
    }
    await page.goto('/needs-review');
    await expect(page.getByText(/The mail server was handed the message/).first()).toBeVisible();
  });

  test('an automation: its tabs, its versions and what publishing would do', async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, 'Lena Brandt');
    // By its address: another may have been imported under its name.
    await page.goto('/automations/demo-follow-up');
    await expect(page.getByRole('heading', { level: 1, name: 'Demo follow-up' })).toBeVisible();
    for (const tab of ['Overview', 'Calls', 'Versions', 'Problems']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await look(page, `automation-${tab.toLowerCase()}`);
    }
    await expectToFitPhones(page);
    await page.getByRole('button', { name: 'Publish…' }).first().click();
    await expect(page.getByRole('dialog')).toContainText('A version can never be edited');
    await look(page, 'automation-publish');
  });
});
