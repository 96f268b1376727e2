import { test as base, expect, type Page } from '@playwright/test';

/** A command that the state of things refuses: the browser notes it, and the page has told it. */
const REFUSED = 'status of 409';

/** What a page may not do unnoticed: log an error, throw, or fail to load one of its own parts. */
function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(REFUSED))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

/** A test that also fails when the page complains, although every expectation held. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = watch(page);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };
