import { newId } from '#server/platform/ids.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { startRun } from '#server/runtime/start-run.ts';

/** How many starts are under way at once, as a burst of webhooks would have it. */
const AT_ONCE = 256;

/** Starts runs by as many calls of `startRun`, each with an answer of its own. */
export const startMany = async (
  deps: RuntimeDeps,
  target: { readonly orgId: string; readonly automationId: string },
  count: number,
): Promise<void> => {
  let left = count;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await startRun(deps, {
        ...target,
        startKey: newId('key'),
        input: { n: left },
        trigger: 'api',
        actor: 'api',
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, caller));
};
