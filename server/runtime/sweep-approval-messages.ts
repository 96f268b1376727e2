import { txOf } from '#server/platform/db.ts';
import { NotAuthorisedError, TerminalError } from '#server/platform/errors.ts';
import { closedApprovalMessage } from '#server/steps/approval/slack-message.ts';
import {
  findStaleMessages,
  markMessagesShown,
  type MessageRef,
  type StaleApprovalMessage,
} from '#server/store/approvals.ts';
import { findConnectionById, markUnauthorised } from '#server/store/connection-credentials.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';
import { createPauses } from './pauses.ts';

const LIMIT = 50;
const CALL_MS = 30_000;

const rewriteOne = async (
  deps: RuntimeDeps,
  stale: StaleApprovalMessage,
  { channel, ts, connectionId }: MessageRef,
): Promise<void> => {
  const tx = txOf(deps.pool);
  const id = connectionId ?? stale.connectionId;
  const sealed = stale.isTest || id === null ? null : await findConnectionById(tx, id);
  const slack = (stale.isTest ? deps.tests : deps).connectors.get('slack');
  if (slack === undefined || (sealed === null && !stale.isTest)) return;
  const message = closedApprovalMessage({
    approvalId: stale.id,
    content: stale.content,
    digest: stale.digest,
    status: stale.status,
    decision: stale.decision,
    by: stale.decidedByName,
    via: stale.decidedVia,
    at: stale.closedAt?.getTime() ?? 0,
    appUrl: deps.appUrl,
  });
  try {
    await slack.perform({
      key: `${stale.id}/${stale.status}`,
      request: { op: 'update', channel, ts, ...message },
      connection: sealed === null ? null : openConnection(deps.secrets.credentialsKey, sealed),
      signal: AbortSignal.timeout(CALL_MS),
    });
  } catch (error) {
    if (error instanceof NotAuthorisedError && sealed !== null) {
      await markUnauthorised(tx, sealed.id, error.message, sealed.revision);
    }
    // Deleted meanwhile, say: there is nothing left to rewrite.
    if (!(error instanceof TerminalError)) throw error;
  }
};

/** Those of a request that went to others too: every one of them has buttons. */
const rewrite = async (deps: RuntimeDeps, stale: StaleApprovalMessage): Promise<void> => {
  for (const ref of stale.refs) await rewriteOne(deps, stale, ref);
  await markMessagesShown(txOf(deps.pool), stale);
};

/**
 * Takes the buttons off what can no longer be decided, and says how it ended. Rewriting twice
 * leaves the same message, so it needs no ledger. A message that cannot be rewritten rests for a
 * while, so that it keeps no other from its turn.
 */
export const createApprovalMessageSweep = (): ((deps: RuntimeDeps) => Promise<boolean>) => {
  const pauses = createPauses();
  return async (deps) => {
    const tx = txOf(deps.pool);
    const fresh = await findStaleMessages(tx, LIMIT, pauses.known());
    const left = [...pauses.resting(performance.now()), ...fresh.map(({ id }) => id)];
    const again = await findStaleMessages(tx, LIMIT - fresh.length, left);
    const stale = [...fresh, ...again];
    for (const message of stale) {
      try {
        await rewrite(deps, message);
        pauses.worked(message.id);
      } catch (error) {
        pauses.failed(message.id, performance.now());
        deps.log.warn({ err: error, approvalId: message.id }, 'a message could not be rewritten');
      }
    }
    return stale.length === LIMIT;
  };
};
