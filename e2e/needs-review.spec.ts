import { expect, test } from './browser-test.ts';
import { expectAccessible, shoot } from './screens.ts';
import { behave, runDemoToEmail, signIn } from './visits.ts';

/** The sandbox's own count of what it took for the run's mail. */
const RECEIVED_ONCE = '1 received under this Message-ID';

test.describe('what the mail server does to the demo’s email', () => {
  test.beforeEach(async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, 'Lena Brandt');
  });

  test.afterEach(async ({ page }) => {
    await behave(page, 'mailbox', 'Normally');
  });

  test('S3.5 an email of unknown outcome waits for a person, who says that it was sent; it is sent once', async ({
    page,
  }) => {
    await behave(page, 'mailbox', 'Accept, then hang up');
    const run = await runDemoToEmail(page);
    await page.goto(run);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Nobody knows yet whether “Send it” happened',
    );
    await expect(page.getByText('Outcome unknown.')).toBeVisible();
    await shoot(page, 'run-needs-review');
    await expectAccessible(page);
    await behave(page, 'mailbox', 'Normally');

    await page.goto(run);
    await page.getByRole('link', { name: 'Say what happened' }).first().click();
    await expect(
      page.getByRole('heading', { name: /^We don’t know whether the email to .+ went out$/ }),
    ).toBeVisible();
    const known = page.getByRole('region', { name: 'What is known' });
    await expect(known).toContainText(`${run.split('/').at(-1)}/send_email`);
    await expect(known).toContainText(/First attempt.* · 1 attempt/);
    await expect(known).toContainText(
      /What was sent“Your Brightwater demo” .*to maya@example\.com/,
    );
    await expect(known).toContainText('The mail server was handed the message and gave no answer');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose what happened' })).toBeDisabled();
    await shoot(page, 'needs-review');
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'It was sent' }).click();
    await shoot(page, 'needs-review-chosen');
    await page.getByRole('button', { name: 'Record “It was sent”' }).click();
    await expect(page.getByText(/^Recorded for/)).toBeVisible();

    await page.goto(run);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for a reply');
    await expect(page.getByText('Reviewed. It happened')).toBeVisible();
    await expect(page.getByText('Lena Brandt', { exact: true }).first()).toBeVisible();
    await page.goto('/sandbox/mailbox');
    await expect(page.getByText('Hung up').first()).toBeVisible();
    await expect(page.getByText(RECEIVED_ONCE)).toBeVisible();
  });

  test('S8.5 a revoked mailbox parks the run, and reconnecting lets it go on from there', async ({
    page,
  }) => {
    await behave(page, 'mailbox', 'Password revoked');
    const run = await runDemoToEmail(page);
    await page.goto(run);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Parked at Send it');
    await shoot(page, 'run-parked');
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Reconnect…' }).first().click();
    await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
    await expect(page.getByText('1 run parked, none lost')).toBeVisible();
    await shoot(page, 'connection-lost');
    await expectAccessible(page);
    // Still revoked: trying says so, and wakes nothing.
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await expect(page.getByText(/^It does not work yet\./)).toBeVisible();
    await expect(page.getByText('1 run parked, none lost')).toBeVisible();

    await behave(page, 'mailbox', 'Normally');
    await page.goto('/connections');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Reconnect' }).click();
    const toast = page.getByText(/is reconnected\./);
    await expect(toast).toBeVisible();
    // On a phone it stands above the bar with the pages, and covers none of it.
    await expect
      .poll(async () => {
        const [told, bar] = await Promise.all([
          toast.boundingBox(),
          page.getByRole('navigation', { name: 'Main' }).boundingBox(),
        ]);
        return told !== null && bar !== null && told.y + told.height <= bar.y;
      })
      .toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByText('Needs reconnecting')).toHaveCount(0);
    await page.goto(run);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for a reply');
    await expect(page.getByText('The connection is back: going on from here')).toBeVisible();
    await page.goto('/sandbox/mailbox');
    await expect(page.getByText(RECEIVED_ONCE)).toBeVisible();
  });

  test('S4.2 the CRM’s “come back later” is waited for, inside the step', async ({ page }) => {
    await behave(page, 'crm', '429, come back later');
    const run = await runDemoToEmail(page);
    await page.goto(run);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Retrying CRM task');
    await expect(page.getByText(/told to come back at/).first()).toBeVisible();
    await shoot(page, 'run-retrying');
    await behave(page, 'crm', 'Normally');
    await page.goto(run);
    await page
      .getByRole('button', { name: /^Retry now/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for a reply');
  });
});
