import { txOf } from '#server/platform/db.ts';
import { AppError, messageOf, RetryableError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import {
  findConnectionById,
  markConnectionHealth,
  type SealedConnection,
} from '#server/store/connection-credentials.ts';
import { markConnectionWell } from '#server/store/product-connection-writes.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';
import { resumeParked } from './resume-parked.ts';

export interface ReconnectConnection {
  readonly orgId: string;
  readonly connectionId: string;
  readonly actor: string;
}

const PROBE_MS = 20_000;

/** Asks the other side, where that can be done without an effect. Throws AppError `conflict`. */
const requireWorking = async (deps: RuntimeDeps, sealed: SealedConnection): Promise<void> => {
  const probe = deps.connectors.get(sealed.kind)?.probe;
  if (probe === undefined) return;
  const connection = openConnection(deps.secrets.credentialsKey, sealed);
  try {
    await probe(connection, AbortSignal.timeout(PROBE_MS));
  } catch (cause) {
    // Out of reach for a moment is no refusal: the steps go on, and retry as they always do.
    if (cause instanceof RetryableError) return;
    const message = messageOf(cause);
    await markConnectionHealth(txOf(deps.pool), sealed.id, 'unauthorised', message);
    throw new AppError('conflict', `It does not work yet. ${message}`, {
      hint: 'Renew the credential on the other side, then reconnect.',
      cause,
    });
  }
};

/**
 * A person says that the connection works again. If the other side agrees, its breaker is closed,
 * and every step that was parked for it goes on from where it was.
 * Throws AppError: `not_found`, `conflict` (it is still refused; nothing was resumed).
 */
export const reconnectConnection = async (
  deps: RuntimeDeps,
  reconnect: ReconnectConnection,
): Promise<{ readonly resumed: number }> => {
  const { orgId, connectionId, actor } = reconnect;
  const tx = txOf(deps.pool);
  const connection = await findConnectionById(tx, connectionId);
  if (connection === null || connection.orgId !== orgId) {
    throw new AppError('not_found', 'There is no such connection here.');
  }
  await requireWorking(deps, connection);
  await markConnectionWell(tx, orgId, connectionId);
  await insertAudit(tx, { orgId, actor, action: 'connection.reconnected', subject: connectionId });
  return resumeParked(deps, { orgId, connectionId, actor });
};
