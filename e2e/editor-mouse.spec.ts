import type { Page } from '@playwright/test';
import { expect, test } from './browser-test.ts';
import { hookOf, submitForm, untilStatus } from './demo-story.ts';
import { drawBeginning, drawBranches, drawEnding, drawTrigger, outputOf } from './draw-demo.ts';
import {
  addStep,
  byNames,
  canvasOf,
  cardOf,
  choose,
  createEmpty,
  draftOf,
  openStep,
  panelOf,
  productOf,
  untilSaved,
  write,
} from './editor-hands.ts';
import { expectAccessible, shoot } from './screens.ts';
import { signIn } from './visits.ts';

test.use({ actionTimeout: 15_000 });

const NAME = 'Drawn by hand';

/** Opens the publish dialog of a draft without errors, notes why, and makes the version. */
async function publish(page: Page, version: number, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).first().click();
  const dialog = page.getByRole('dialog', { name: `Publish version ${version} of ${NAME}` });
  await dialog.getByLabel('Note for the team').fill(note);
  await shoot(page, `editor-publish-${version}`);
  await dialog.getByRole('button', { name: `Publish version ${version}`, exact: true }).click();
  await expect(page.getByRole('dialog', { name: `Version ${version} is live` })).toBeVisible();
}

/** From the list of problems to each field, until nothing is left to mend. */
async function mendProblems(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).first().click();
  const problems = page.getByRole('dialog', { name: 'Problems' });
  await expect(problems.getByRole('button', { name: /^Tell Sam/ })).toBeVisible();
  await shoot(page, 'editor-problems');
  await expectAccessible(page);
  await problems
    .getByRole('button', { name: /^Send it/ })
    .first()
    .click();
  const send = page.getByRole('complementary', { name: 'Step Send it' });
  const subject = send.getByRole('textbox', { name: 'Subject', exact: true });
  await expect(subject).toBeFocused();
  await shoot(page, 'editor-problem-at-field');
  await write(send, 'Subject', 'Your Brightwater demo');
  await send.getByRole('button', { name: 'Insert a value into Text' }).click();
  const values = page.getByRole('dialog', { name: 'Insert a value into Text' });
  await values.getByLabel('Find a value').fill('draft the email text');
  await values.getByRole('button', { name: /^text/i }).first().click();
  await untilSaved(page);
  const { steps } = await draftOf(page, id);
  const reply = steps.find(({ name }) => name === 'Maya replies');
  const answer = outputOf(reply?.id ?? '', 'text | strip | truncate: 500');
  const tell = await openStep(page, 'Tell Sam');
  await write(tell, 'Message', `{{ contact.name | default: contact.email }} answered: ${answer}`);
  await expect(page.getByRole('button', { name: /^\d+ problems?$/ })).toHaveCount(0);
}

/** Three people come by the form and wait for the next weekday, on version 1. */
async function startWaiting(page: Page): Promise<readonly string[]> {
  const product = productOf(page);
  const hook = await hookOf(product, NAME);
  const runs: string[] = [];
  for (const person of ['ana', 'ben', 'cleo']) {
    const { status, body } = await submitForm(product, hook, `drawn-${person}`);
    expect(status).toBe(202);
    await untilStatus(product, body.runId, 'waiting_timer');
    runs.push(body.runId);
  }
  return runs;
}

/** Another wait in place of the first, and another subject. */
async function change(page: Page): Promise<void> {
  const wait = await openStep(page, 'Next weekday, 09:00');
  await expect(wait.getByRole('tab', { name: /People here/ })).toContainText('3');
  await wait.getByRole('button', { name: 'What can be done with this step' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(cardOf(page, 'Next weekday, 09:00')).toHaveCount(0);
  await addStep(
    page,
    'Add a step between Demo form and Draft the email',
    'Wait for a while',
    'A day to think',
  );
  const send = await openStep(page, 'Send it');
  await write(send, 'Subject', 'Your demo, one day later');
  await untilSaved(page);
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: `Versions of ${NAME}` });
  await choose(versions, 'Compare with', 'The draft');
  for (const step of ['Next weekday, 09:00', 'A day to think', 'Send it'])
    await expect(versions.getByText(step).first()).toBeVisible();
  await expect(versions).toContainText('Your demo, one day later');
  await shoot(page, 'editor-compare');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(versions).toBeHidden();
}

/** Through the wizard: those at the wait that is gone begin the new one. */
async function migrate(page: Page, runs: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Move people to version 2…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Move people' })).toBeVisible();
  await expect(page.getByRole('button', { name: '1 step needs a choice' })).toBeDisabled();
  await shoot(page, 'migrate-needs-choice');
  await choose(page.locator('main'), 'Runs at Next weekday, 09:00', 'Begin “A day to think”');
  await expect(page.getByText('3 runs begin “A day to think”')).toBeVisible();
  await shoot(page, 'migrate-preview');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move people to version 2' }).click();
  await expect(
    page.getByRole('region', { name: 'Progress' }).getByText('3 runs of 3 go on with version 2.'),
  ).toBeVisible();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByText('Moved', { exact: true })).toHaveCount(runs.length);
  await shoot(page, 'migrate-done');
  await page.goto(`/runs/${runs[0]}`);
  await expect(page.getByText('Moved from version 1 to 2.')).toBeVisible();
  await expect(
    page
      .getByText(/, version 2/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await shoot(page, 'run-migrated');
}

async function restore(page: Page, id: string): Promise<void> {
  await page.goto(`/automations/${id}/edit`);
  await expect(cardOf(page, 'A day to think')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: `Versions of ${NAME}` });
  await versions.getByRole('list', { name: 'Versions' }).getByText('Version 1').click();
  await versions.getByRole('button', { name: 'Restore version 1 as draft' }).click();
  await expect(cardOf(page, 'Next weekday, 09:00')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cardOf(page, 'A day to think')).toBeVisible();
  await expect(cardOf(page, 'Next weekday, 09:00')).toHaveCount(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(cardOf(page, 'Next weekday, 09:00')).toBeVisible();
  await untilSaved(page);
  await shoot(page, 'editor-restored');
}

test('by mouse: the demo is drawn, published, changed, compared, moved to and restored', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'Lena Brandt');
  const id = await createEmpty(page, NAME);
  await shoot(page, 'editor-empty');
  await drawTrigger(page);
  await drawBeginning(page);
  await drawBranches(page);
  await shoot(page, 'editor-branches');
  await drawEnding(page);
  await mendProblems(page, id);
  await panelOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await untilSaved(page);
  await shoot(page, 'editor-drawn');
  await expectAccessible(page);
  // Every setting of the demo is in what was drawn, and it leads where the demo leads.
  const drawn = byNames(await draftOf(page, id));
  const demo = byNames(await draftOf(page, 'demo-follow-up'));
  expect(drawn).toMatchObject(demo);

  await publish(page, 1, 'As the demo has it');
  await page.getByRole('button', { name: 'Done' }).click();
  const runs = await startWaiting(page);
  await page.reload();
  await expect(canvasOf(page)).toBeVisible();
  await change(page);
  await compare(page);
  await publish(page, 2, 'A day to think first');
  await migrate(page, runs);
  await restore(page, id);
  expect(byNames(await draftOf(page, id))).toEqual(drawn);
});
