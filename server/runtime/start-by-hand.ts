import { documentSchema } from '#server/engine/document.ts';
import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { findHookOf } from '#server/store/product-hooks.ts';
import type { RuntimeDeps } from './deps.ts';
import { contactInPayload } from './read-payload.ts';
import { startRun, type StartContact, type StartedRun } from './start-run.ts';

export interface StartByHand {
  readonly orgId: string;
  readonly automationId: string;
  /** The caller's own name for this start: the second start under it starts nothing. */
  readonly startKey?: string | undefined;
  readonly contact?: StartContact | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly trigger: 'manual' | 'api';
  readonly actor: string;
  readonly isTest?: boolean;
}

/**
 * Starts a run that no event asked for. Without a contact, the trigger's own mapping is tried on
 * the input, so that a sample payload behaves like the real one.
 * Throws what `startRun` throws.
 */
export const startByHand = async (deps: RuntimeDeps, start: StartByHand): Promise<StartedRun> => {
  const hook = await findHookOf(txOf(deps.pool), start.orgId, start.automationId);
  if (hook === null) throw new AppError('not_found', 'There is no such automation here.');
  if (hook.liveDocument === null) {
    throw new AppError('unprocessable', `"${hook.name}" was never published.`, {
      hint: 'Publish it first.',
    });
  }
  const mapped = contactInPayload(documentSchema.parse(hook.liveDocument), start.input);
  return startRun(deps, {
    orgId: start.orgId,
    automationId: start.automationId,
    startKey: `call:${start.automationId}:${start.startKey ?? newId('by')}`,
    input: start.input,
    contact: start.contact ?? mapped,
    trigger: start.trigger,
    actor: start.actor,
    isTest: start.isTest,
    // Receipts are the record of what came in; a test is no such thing.
    receipt: start.isTest === true ? undefined : 'api',
  });
};
