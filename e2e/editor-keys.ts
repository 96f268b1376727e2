/** What a person does by keyboard alone: no function here moves, presses or asks for a mouse. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './browser-test.ts';

const MOST_STOPS = 120;

const hasKeyboard = async (target: Locator): Promise<boolean> =>
  (await target.count()) === 1 &&
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/**
 * Presses Tab until the keyboard is on it. Throws when it is not reached, or is passed by: what Tab
 * does not come to is not there for those without a mouse.
 */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop <= MOST_STOPS; stop += 1) {
    if (await hasKeyboard(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_STOPS} stops did not lead to ${String(target)}`);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Replaces what is in a field. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** One key opens the finder below the card that has the keyboard; typing finds, Enter takes. */
export async function addBelow(page: Page, words: string, name: string): Promise<Locator> {
  const before = await page.locator('[data-step]:focus').getAttribute('data-step');
  await page.keyboard.press('a');
  await expect(page.getByLabel('Find a step to add')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.locator(`[data-step]:focus:not([data-step="${before}"])`)).toBeVisible();
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Name of the step');
  await type(page, field, name);
  const panel = page.getByRole('complementary', { name: `Step ${name}`, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

/** From the panel back to its card. In a text, the first Escape closes what it offers there. */
export async function backToCard(page: Page, name: string): Promise<void> {
  const card = page.locator('[data-step]:focus');
  await page.keyboard.press('Escape');
  if ((await card.count()) === 0) await page.keyboard.press('Escape');
  await expect(card).toContainText(name);
}
