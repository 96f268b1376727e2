import { readFile, writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './browser-test.ts';
import {
  addStep,
  canvasOf,
  cardOf,
  createEmpty,
  draftOf,
  fit,
  idOf,
  openStep,
  panelOf,
  productOf,
  saveState,
  untilSaved,
} from './editor-hands.ts';
import { rest } from './product.ts';
import { expectAccessible, shoot } from './screens.ts';
import { signIn } from './visits.ts';

test.use({ actionTimeout: 15_000 });

const SAVE = '**/api/trpc/automations.saveDraft*';
const TRIGGER = 'Add a step after When its address receives a call';

/** A second person, with a browser of their own. */
async function another(browser: Browser, name: string, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, name);
  await page.goto(url);
  await expect(canvasOf(page)).toBeVisible();
  return page;
}

async function addFirst(page: Page, kind: string, name: string): Promise<void> {
  const plus = page.getByRole('button', { name: /^Add a step after / }).first();
  await addStep(page, (await plus.getAttribute('aria-label')) ?? TRIGGER, kind, name);
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  const panel = await openStep(page, from);
  await panel.getByLabel('Name of the step').fill(to);
}

test.describe('a draft that two have open', () => {
  for (const choice of ['theirs', 'mine'] as const) {
    test(`says who changed what, and “${choice}” loses no edit unsaid`, async ({
      page,
      browser,
    }) => {
      test.setTimeout(120_000);
      await signIn(page, 'Lena Brandt');
      const id = await createEmpty(page, `Open twice, ${choice}`);
      await addFirst(page, 'Wait for a while', 'A pause');
      await untilSaved(page);
      const other = await another(browser, 'Priya Nair', page.url());
      await rename(other, 'A pause', 'A pause by Priya');
      await untilSaved(other);
      await other.context().close();

      await rename(page, 'A pause', 'A pause by Lena');
      const dialog = page.getByRole('dialog', { name: 'Priya Nair changed this draft' });
      await expect(dialog).toContainText('A pause by Lena');
      await expect(dialog).toContainText('A pause by Priya');
      await expect(dialog).toContainText('Your edits are kept');
      await shoot(page, `editor-conflict-${choice}`);
      await expectAccessible(page);
      expect((await draftOf(page, id)).steps[0]?.name).toBe('A pause by Priya');
      const taken = choice === 'theirs' ? /^Use Priya Nair/ : 'Replace it with mine';
      await dialog.getByRole('button', { name: taken }).click();
      await expect(dialog).toBeHidden();
      const kept = choice === 'theirs' ? 'A pause by Priya' : 'A pause by Lena';
      await expect(cardOf(page, kept)).toBeVisible();
      await untilSaved(page);
      expect((await draftOf(page, id)).steps[0]?.name).toBe(kept);
    });
  }
});

test('a save that fails keeps the draft, tries again, and outlives a reload', async ({
  context,
}) => {
  test.setTimeout(120_000);
  // A page that may hear of 500s: they are what is tested.
  const page = await context.newPage();
  await signIn(page, 'Lena Brandt');
  const id = await createEmpty(page, 'Saved late');
  await page.route(SAVE, async (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  const tries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('automations.saveDraft')) tries.push(request.url());
  });
  await addFirst(page, 'Wait for a while', 'Kept here');
  await expect(saveState(page)).toHaveText('Not saved yet, trying again');
  await expect.poll(() => tries.length).toBeGreaterThan(1);
  await shoot(page, 'editor-not-saved');
  expect((await draftOf(page, id)).steps).toEqual([]);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(cardOf(page, 'Kept here')).toBeVisible();
  await expect(page.getByText('Edits that were not saved before are back.')).toBeVisible();
  await page.unroute(SAVE);
  await untilSaved(page);
  expect((await draftOf(page, id)).steps[0]?.name).toBe('Kept here');
});

test('steps are copied within an automation and into another, and keep what they can', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'Lena Brandt');
  await createEmpty(page, 'Copied from');
  await addFirst(page, 'Wait for a while', 'First');
  await addStep(page, 'Add a step after First', 'End here', 'Last');
  await panelOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await cardOf(page, 'First').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(canvasOf(page).locator('[data-step]').filter({ hasText: 'First' })).toHaveCount(2);
  await untilSaved(page);
  const within = await draftOf(page, idOf(page));
  expect(new Set(within.steps.map(({ id }) => id)).size).toBe(4);
  expect(within.edges.filter(({ from }) => from !== 'trigger')).toHaveLength(2);

  await createEmpty(page, 'Copied into');
  await canvasOf(page).locator('[data-step="trigger"]').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cardOf(page, 'First')).toBeVisible();
  await fit(page);
  await shoot(page, 'editor-pasted');
  await untilSaved(page);
  const across = await draftOf(page, idOf(page));
  expect(across.steps.map(({ name }) => name)).toEqual(['First', 'Last']);
  expect(across.edges).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cardOf(page, 'First')).toHaveCount(0);
});

test('a broken file is a list of problems, and an export that is imported again is the same file', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  const outputPath = (name: string): string => info.outputPath(name);
  await signIn(page, 'Lena Brandt');
  await page.goto('/automations/demo-follow-up/edit');
  await expect(canvasOf(page)).toBeVisible();
  const exported = await exportHere(page, outputPath('first.json'));
  const broken = JSON.parse(await readFile(exported, 'utf8')) as {
    steps: { id: string; kind: string }[];
    edges: { to: string }[];
  };
  broken.steps[1] = { ...broken.steps[1], id: broken.steps[0]?.id ?? '', kind: '__proto__' };
  broken.edges[0] = { ...broken.edges[0], to: 'nowhere' };
  await writeFile(outputPath('broken.json'), JSON.stringify(broken));

  await page.goto('/automations/new');
  const chooser = page.getByLabel('A file with an automation');
  await chooser.setInputFiles(outputPath('broken.json'));
  await expect(page.getByText(/^Nothing was created/)).toBeVisible();
  await expect(page.getByText(/nowhere/).first()).toBeVisible();
  await shoot(page, 'import-broken');
  await expectAccessible(page);
  await chooser.setInputFiles(exported);
  await page.getByRole('button', { name: 'Create from this' }).click();
  await page.waitForURL(/\/edit$/);
  await expect(cardOf(page, 'Sam approves')).toBeVisible();
  const again = await exportHere(page, outputPath('second.json'));
  expect(await readFile(again, 'utf8')).toBe(await readFile(exported, 'utf8'));
});

async function exportHere(page: Page, to: string): Promise<string> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import or export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import and export' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Download/ }).click(),
  ]);
  await file.saveAs(to);
  await dialog.getByRole('button', { name: 'Close' }).click();
  return to;
}

test.describe('a browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'ja-JP' });

  test('saves an automation of Los Angeles without shifting a time', async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, 'Lena Brandt');
    const made = await rest<{ id: string }>(productOf(page), 'POST', '/api/v1/automations', {
      ...(await draftOf(page, 'demo-follow-up')),
      name: 'In Los Angeles',
      settings: { timezone: 'America/Los_Angeles' },
    });
    const before = await draftOf(page, made.id);
    await page.goto(`/automations/${made.id}/edit`);
    await openStep(page, 'Next weekday, 09:00');
    await shoot(page, 'editor-tokyo');
    // Through every step with times in it, and a change that is taken back: then it is saved.
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('automations.saveDraft') && answer.ok(),
    );
    await rename(page, 'Maya replies', 'Maya replies!');
    await page.getByLabel('Name of the step').fill('Maya replies');
    await page.keyboard.press('Tab');
    await saved;
    await untilSaved(page);
    await page.reload();
    await expect(cardOf(page, 'Maya replies')).toBeVisible();
    expect(await draftOf(page, made.id)).toEqual(before);
  });
});
