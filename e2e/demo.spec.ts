import { expect, test } from './browser-test.ts';
import { expectAccessible, shoot } from './screens.ts';
import { approveInSlack, runDemo, signIn, skipWait } from './visits.ts';

test('S10.1 S12.4 Maya’s demo follow-up runs from the button to done, approved in Slack', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'Lena Brandt');
  const run = await runDemo(page);
  await shoot(page, 'run-waiting-for-time');
  await skipWait(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for Sam');
  await shoot(page, 'run-waiting-for-sam');
  await expectAccessible(page);

  await approveInSlack(page);
  await shoot(page, 'sandbox-slack-approved');

  await page.goto(run);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for a reply');
  await page.goto('/sandbox/mailbox');
  await shoot(page, 'sandbox-mailbox');
  await page.getByRole('textbox', { name: /Reply|Answer/ }).fill('Thursday at three suits me.');
  await page.getByRole('button', { name: 'Send the reply' }).click();

  await page.goto(run);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Done');
  await shoot(page, 'run-done');
  await expectAccessible(page);
});

test('S8.1 a waiting run is cancelled at once, and the screen claims no undo', async ({ page }) => {
  await signIn(page, 'Lena Brandt');
  await runDemo(page);
  await page.getByRole('button', { name: 'Cancel run…' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nothing is undone');
  await dialog.getByRole('textbox').fill('Maya called us herself');
  await shoot(page, 'run-cancel-dialog');
  await dialog.getByRole('button', { name: 'Cancel the run' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled by Lena Brandt');
  await shoot(page, 'run-cancelled');
});
