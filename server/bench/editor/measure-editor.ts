import { type Browser, chromium, type Page } from '@playwright/test';
import { percentile } from '../meter.ts';
import { frameCosts, longestTasks, type TraceEvent } from './frame-costs.ts';
import { longDocument } from './long-document.ts';
import { runProduct } from './run-product.ts';

const STEPS = 300;
/** Moves of the pointer, and letters typed. */
const MOVES = 120;
const LETTERS = 60;
const CATEGORIES = [
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];
const DEMO = { email: 'lena@example.com', password: 'holdfast-demo' };

export interface Frames {
  readonly frames: number;
  /** Main-thread milliseconds per frame. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly longestTaskMs: number;
}

export interface EditorFigures {
  readonly steps: number;
  /** From the request for the page until the graph is drawn and its first card takes the keyboard, in milliseconds. */
  readonly openMs: number;
  readonly opening: Frames;
  readonly dragging: Frames;
  readonly typingName: Frames;
  readonly typingLiquid: Frames;
}

/** An automation of 300 steps in a real browser: what its main thread does for each frame. */
export async function measureEditor(browserPath: string): Promise<EditorFigures> {
  const product = await runProduct();
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const made = (await product.post('/api/v1/automations', longDocument(STEPS))) as { id: string };
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const signedIn = await page.request.post(`${product.url}/api/auth/sign-in/email`, {
      data: DEMO,
      headers: { origin: product.url },
    });
    if (!signedIn.ok()) throw new Error('The demo’s person could not sign in');
    const address = `${product.url}/automations/${made.id}/edit`;
    // The first visit fills the browser's cache of scripts, as any visit before would have.
    await open(page, address);
    await page.goto('about:blank');
    return await measureGestures(browser, page, address);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measureGestures(
  browser: Browser,
  page: Page,
  address: string,
): Promise<EditorFigures> {
  let openMs = 0;
  const opening = await traced(browser, page, async () => {
    const began = performance.now();
    await open(page, address);
    openMs = performance.now() - began;
  });
  const dragging = await traced(browser, page, async () => drag(page, 'step_4'));
  await page.locator('[data-step="step_2"]').click();
  const name = page.getByLabel('Name of the step');
  await name.click();
  const typingName = await traced(browser, page, async () => type(page));
  await page
    .getByRole('textbox', { name: /^Subject/ })
    .first()
    .click();
  const typingLiquid = await traced(browser, page, async () => type(page));
  return { steps: STEPS, openMs, opening, dragging, typingName, typingLiquid };
}

/** Resolves when the graph is drawn and its first card takes the keyboard: the page is alive. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  // Hidden until the library has heard of them; visible ones answer.
  await page.locator('.react-flow__node [data-step="trigger"]').press('Shift');
  await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' });
}

async function drag(page: Page, stepId: string): Promise<void> {
  const box = await page.locator(`[data-step="${stepId}"]`).boundingBox();
  if (box === null) throw new Error(`The card of ${stepId} is not in sight`);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let move = 1; move <= MOVES; move += 1) {
    await page.mouse.move(from.x + move * 2, from.y + Math.round(40 * Math.sin(move / 10)));
  }
  await page.mouse.up();
}

/** Letter by letter, as fast as somebody who types well. */
async function type(page: Page): Promise<void> {
  const letters = 'about the autumn offer and what it means for your team today '.slice(0, LETTERS);
  await page.keyboard.type(letters, { delay: 60 });
}

async function traced(browser: Browser, page: Page, gesture: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await gesture();
  // What the gesture left to do belongs to it.
  await page.evaluate(
    async () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve(), { timeout: 5_000 });
      }),
  );
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const costs = frameCosts(trace.traceEvents);
  return {
    frames: costs.length,
    p50Ms: percentile(costs, 0.5),
    p95Ms: percentile(costs, 0.95),
    longestTaskMs: longestTasks(trace.traceEvents, 1)[0] ?? 0,
  };
}
