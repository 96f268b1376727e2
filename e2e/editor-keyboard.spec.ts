import { expect, test } from './browser-test.ts';
import { byNames, draftOf, idOf, untilSaved } from './editor-hands.ts';
import { addBelow, backToCard, press, tabTo, type } from './editor-keys.ts';
import { shoot } from './screens.ts';

test.use({ actionTimeout: 15_000 });

const NAME = 'Typed by hand';

test('by keyboard alone: an automation is made, connected, tried and published', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/sign-in');
  await press(page, page.getByRole('button', { name: /Lena Brandt/ }));
  await expect(page.getByRole('heading', { name: 'Automations', level: 1 })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'New automation' }));
  const form = page.getByRole('form', { name: 'Start empty' });
  await type(page, form.getByLabel('Name'), NAME);
  await press(page, form.getByRole('button', { name: 'Create and open the editor' }));
  await page.waitForURL(/\/edit$/);

  await tabTo(page, page.locator('[data-step="trigger"]'));
  await addBelow(page, 'wait while', 'Two days');
  await backToCard(page, 'Two days');
  const send = await addBelow(page, 'send an email', 'Say hello');
  await type(page, send.getByRole('textbox', { name: 'Subject', exact: true }), 'Hello');
  await type(page, send.getByRole('textbox', { name: 'Text', exact: true }), 'Good to have you.');
  await backToCard(page, 'Say hello');
  const end = await addBelow(page, 'end', 'Greeted');
  await type(page, end.getByLabel('Outcome'), 'Greeted');
  await backToCard(page, 'Greeted');

  // The email's other way on is led to the same end, by the port's name and the step's.
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-step]:focus')).toContainText('Say hello');
  await page.keyboard.press('c');
  const finder = page.getByRole('dialog', { name: 'Connect to another step' });
  await press(page, finder.getByRole('button', { name: 'Skipped' }));
  await type(page, finder.getByLabel('Find the step to connect to'), 'Greeted');
  await shoot(page, 'keyboard-connect');
  await page.keyboard.press('Enter');
  await expect(finder).toBeHidden();
  await expect(page.locator('[data-step]:focus')).toContainText('Say hello');
  await shoot(page, 'keyboard-drawn');

  // Tried without sending anything, and back to where the keyboard was.
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'Try it' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Start', exact: true }));
  await expect(page.getByRole('button', { name: /^Wait until/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'All goes well' }));
  await expect(page.getByText('Good to have you.').first()).toBeVisible();
  await shoot(page, 'keyboard-tried');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-step]:focus')).toBeVisible();

  await untilSaved(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('textbox', { name: 'Find a command or a step' })).toBeFocused();
  await page.keyboard.type('publish');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Publish version 1 of ${NAME}` });
  await press(page, dialog.getByRole('button', { name: 'Publish version 1', exact: true }));
  const live = page.getByRole('dialog', { name: 'Version 1 is live' });
  await shoot(page, 'keyboard-published');
  await press(page, live.getByRole('button', { name: 'Done' }));
  await expect(live).toBeHidden();

  expect(byNames(await draftOf(page, idOf(page)))).toMatchObject({
    steps: {
      'Two days': { kind: 'wait_for' },
      'Say hello': { kind: 'send_email', config: { subject: 'Hello', body: 'Good to have you.' } },
      Greeted: { kind: 'end', config: { outcome: 'Greeted' } },
    },
    edges: [
      'Say hello –sent→ Greeted',
      'Say hello –skipped→ Greeted',
      'trigger –next→ Two days',
      'Two days –next→ Say hello',
    ],
  });
});
