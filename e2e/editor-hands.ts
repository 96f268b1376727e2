/** What a person does in the editor by mouse, by the words that they read there. */
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './browser-test.ts';
import type { Reachable } from './demo-story.ts';
import { rest } from './product.ts';

/** The product that Playwright started, for what is asked of it beside the browser. */
export function productOf(page: Page): Reachable {
  const dataDir = path.resolve(import.meta.dirname, '../test-results/.data');
  return { url: new URL(page.url()).origin, dataDir };
}

/** Makes an automation without steps and opens its editor. */
export async function createEmpty(page: Page, name: string): Promise<string> {
  await page.goto('/automations');
  await page.getByRole('link', { name: 'New automation' }).click();
  const form = page.getByRole('form', { name: 'Start empty' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create and open the editor' }).click();
  await page.waitForURL(/\/edit$/);
  await expect(canvasOf(page)).toBeVisible();
  return idOf(page);
}

export const idOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? '';

/** The drawing, or the list in its place. */
export const canvasOf = (page: Page): Locator => page.getByRole('region', { name: /, draft$/ });

export const cardOf = (page: Page, name: string): Locator =>
  canvasOf(page).locator('[data-step]').filter({ hasText: name }).first();

/** The panel of what is chosen. */
export const panelOf = (page: Page): Locator =>
  page.getByRole('complementary', { name: /^(Step |The trigger)/ });

export async function openStep(page: Page, name: string): Promise<Locator> {
  await fit(page);
  await cardOf(page, name).click();
  const panel = page.getByRole('complementary', { name: `Step ${name}`, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

export async function fit(page: Page): Promise<void> {
  await canvasOf(page).getByRole('button', { name: 'All of it' }).click();
}

/** Presses the "+" of this name, chooses the kind, and names the step; answers with its panel. */
export async function addStep(
  page: Page,
  plus: string,
  kind: string,
  name: string,
): Promise<Locator> {
  await fit(page);
  await page.getByRole('button', { name: plus, exact: true }).click();
  const finder = page.getByRole('dialog', { name: 'Add a step' });
  await finder.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
  await panelOf(page).getByLabel('Name of the step').fill(name);
  const panel = page.getByRole('complementary', { name: `Step ${name}`, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

/** Writes a text with values in it, in place of what is there. */
export async function write(panel: Locator, label: string, text: string): Promise<void> {
  const field = panel.getByRole('textbox', { name: label, exact: true });
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.page().keyboard.insertText(text);
}

export async function choose(panel: Locator, label: string, option: string): Promise<void> {
  await panel.getByRole('combobox', { name: label, exact: true }).click();
  await panel.page().getByRole('option', { name: option, exact: true }).click();
}

/** Waits until the server has the draft as it is on the screen. */
export async function untilSaved(page: Page): Promise<void> {
  await expect(saveState(page)).toHaveText(/^Saved/);
}

/** What the bar says about saving. */
export const saveState = (page: Page): Locator =>
  page.locator('header output').filter({ hasText: /^(Saved|Saving|Not saved)/ });

export interface Step {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface Draft {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly edges: readonly { from: string; to: string; port?: string }[];
  readonly trigger: unknown;
}

/** The draft as the server holds it. */
export const draftOf = async (page: Page, id: string): Promise<Draft> =>
  rest<Draft>(productOf(page), 'GET', `/api/v1/automations/${id}/export`);

/**
 * A draft by the names of its steps in place of their ids: what two people draw is the same then,
 * whatever ids they were given.
 */
export function byNames({ steps, edges, trigger }: Draft) {
  const names = new Map(steps.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const named = (text: string): string =>
    text.replaceAll(/steps\.([\w-]+)/g, (_, id: string) => `steps.${nameOf(id)}`);
  return {
    trigger,
    steps: Object.fromEntries(
      steps.map(({ kind, name, config }) => [
        name,
        { kind, config: JSON.parse(named(JSON.stringify(config))) as Step['config'] },
      ]),
    ),
    edges: edges
      .map(({ from, to, port }) => `${nameOf(from)} –${port ?? 'next'}→ ${nameOf(to)}`)
      .toSorted((a, b) => a.localeCompare(b)),
  };
}
