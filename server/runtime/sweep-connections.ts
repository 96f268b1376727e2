import { txOf } from '#server/platform/db.ts';
import { messageOf, NotAuthorisedError } from '#server/platform/errors.ts';
import { findConnectionById, markUnauthorised } from '#server/store/connection-credentials.ts';
import { healConnection, takeConnectionsToProbe } from '#server/store/connection-probes.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';

const LIMIT = 10;
const PROBE_MS = 20_000;

/**
 * Asks the other side whether the connection works. Refused: shown as such before a run comes to it.
 * It works again: whatever stands still for it goes on, by the sweep that looks for such steps. Out
 * of reach says nothing about the credentials, and is for the breaker to count when a call is due.
 */
const probe = async (deps: RuntimeDeps, id: string): Promise<void> => {
  const tx = txOf(deps.pool);
  const sealed = await findConnectionById(tx, id);
  const ask = sealed === null ? undefined : deps.connectors.get(sealed.kind)?.probe;
  if (sealed === null || ask === undefined) return;
  try {
    const connection = openConnection(deps.secrets.credentialsKey, sealed);
    await ask(connection, AbortSignal.timeout(PROBE_MS));
  } catch (error) {
    if (error instanceof NotAuthorisedError) {
      await markUnauthorised(tx, id, messageOf(error), sealed.revision);
    } else {
      deps.log.debug({ err: error, connectionId: id }, 'a connection could not be tried');
    }
    return;
  }
  if (sealed.health === 'unauthorised') await healConnection(tx, id, sealed.revision);
};

/** Tries connections from time to time, without an effect, so that nobody has to find out by a run. */
export const sweepConnections = async (deps: RuntimeDeps): Promise<boolean> => {
  const kinds = [...deps.connectors.values()].flatMap(({ kind, probe: can }) =>
    can === undefined ? [] : [kind],
  );
  const due = await takeConnectionsToProbe(txOf(deps.pool), kinds, LIMIT);
  await Promise.all(due.map(async (id) => probe(deps, id)));
  return due.length === LIMIT;
};
