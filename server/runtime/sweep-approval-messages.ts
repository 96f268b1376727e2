import { txOf } from '#server/platform/db.ts';
import { NotAuthorisedError, TerminalError } from '#server/platform/errors.ts';
import { closedApprovalMessage } from '#server/steps/approval/slack-message.ts';
import {
  findStaleMessages,
  markMessageShown,
  type StaleApprovalMessage,
} from '#server/store/approvals.ts';
import { findConnectionById, markUnauthorised } from '#server/store/connection-credentials.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';

const LIMIT = 50;
const CALL_MS = 30_000;
/** Longest pause after failures, milliseconds. */
const MAX_PAUSE_MS = 300_000;

const rewrite = async (deps: RuntimeDeps, stale: StaleApprovalMessage): Promise<void> => {
  const tx = txOf(deps.pool);
  const sealed = await findConnectionById(tx, stale.connectionId);
  const slack = deps.connectors.get('slack');
  if (sealed === null || slack === undefined) return;
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
      request: { op: 'update', channel: stale.ref['channel'], ts: stale.ref['ts'], ...message },
      connection: openConnection(deps.secrets.credentialsKey, sealed),
      signal: AbortSignal.timeout(CALL_MS),
    });
  } catch (error) {
    if (error instanceof NotAuthorisedError) {
      await markUnauthorised(tx, sealed.id, error.message, sealed.revision);
    }
    // Deleted meanwhile, say: there is nothing left to rewrite.
    if (!(error instanceof TerminalError)) throw error;
  }
  await markMessageShown(tx, stale.id, stale.status);
};

/** After failures, pauses that double: a provider that is down is not asked every two seconds. */
const pauses = new Map<string, { readonly tries: number; readonly until: number }>();

const noteFailure = (id: string): void => {
  const tries = (pauses.get(id)?.tries ?? 0) + 1;
  const pause = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** tries);
  pauses.set(id, { tries, until: performance.now() + pause });
};

/**
 * Takes the buttons off what can no longer be decided, and says how it ended. Rewriting twice
 * leaves the same message, so it needs no ledger.
 */
export const sweepApprovalMessages = async (deps: RuntimeDeps): Promise<boolean> => {
  const stale = await findStaleMessages(txOf(deps.pool), LIMIT);
  let failed = false;
  for (const message of stale) {
    if ((pauses.get(message.id)?.until ?? 0) > performance.now()) {
      failed = true;
      continue;
    }
    try {
      await rewrite(deps, message);
      pauses.delete(message.id);
    } catch (error) {
      failed = true;
      noteFailure(message.id);
      deps.log.warn({ err: error, approvalId: message.id }, 'a message could not be rewritten');
    }
  }
  return stale.length === LIMIT && !failed;
};
