import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { findConnectionById } from '#server/store/connection-credentials.ts';
import { markConnectionWell } from '#server/store/product-connection-writes.ts';
import type { RuntimeDeps } from './deps.ts';
import { resumeParked } from './resume-parked.ts';

export interface ReconnectConnection {
  readonly orgId: string;
  readonly connectionId: string;
  readonly actor: string;
}

/**
 * A person says that the connection works again: its breaker is closed, and every step that was
 * parked for it goes on from where it was. If it does not work after all, they are parked again.
 * Throws AppError `not_found`.
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
  await markConnectionWell(tx, orgId, connectionId);
  await insertAudit(tx, { orgId, actor, action: 'connection.reconnected', subject: connectionId });
  return resumeParked(deps, { orgId, connectionId, actor });
};
