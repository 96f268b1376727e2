import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { findHook } from '#server/store/product-hooks.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { acceptHook } from './accept-hook.ts';
import type { RuntimeDeps } from './deps.ts';
import type { StartedRun } from './start-run.ts';

export const DEMO_SLUG = 'demo-follow-up';

/** What the demo form on the website sends. */
export const demoSubmission = (): Record<string, unknown> => ({
  event_id: newId('demo'),
  email: 'maya@example.com',
  name: 'Maya Lindner',
  company: 'Lindner Studio',
  timezone: 'Europe/Berlin',
  message: 'We send about forty campaigns a month and would like to see the approval flow.',
});

/** Sends the demo form once more, as a new event, the way the website would. */
export const runDemo = async (deps: RuntimeDeps, orgId: string): Promise<StartedRun> => {
  const tx = txOf(deps.pool);
  const automation = await findAutomation(tx, orgId, DEMO_SLUG);
  const hook = automation === null ? null : await findHook(tx, automation.hookId);
  if (hook === null) {
    throw new AppError('not_found', 'This workspace has no demo automation.', {
      hint: 'Start with "npm start" once: it seeds the demo workspace.',
    });
  }
  return acceptHook(deps, { hook, payload: demoSubmission(), messageId: null });
};
