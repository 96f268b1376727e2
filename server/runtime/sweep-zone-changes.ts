import { txOf } from '#server/platform/db.ts';
import {
  findRunsOfContact,
  findZoneChanges,
  markZoneChangeSeen,
} from '#server/store/zone-changes.ts';
import type { RuntimeDeps } from './deps.ts';
import { recomputeTimersOf } from './recompute-timers.ts';

const LIMIT = 50;

/**
 * Moves waiting timers with their contacts. A change is crossed out only when all of its contact's
 * runs are done, so a crash in the middle begins again, and computing twice moves nothing twice.
 */
export const sweepZoneChanges = async (deps: RuntimeDeps): Promise<boolean> => {
  const tx = txOf(deps.pool);
  const changes = await findZoneChanges(tx, LIMIT);
  let done = 0;
  for (const change of changes) {
    try {
      for (const runId of await findRunsOfContact(tx, change.contactId)) {
        await recomputeTimersOf(deps, runId, 'zone');
      }
      await markZoneChangeSeen(tx, change);
      done += 1;
    } catch (error) {
      // It stays for the next round, and holds up no other contact.
      deps.log.warn({ err: error, contactId: change.contactId }, 'timers did not follow a zone');
    }
  }
  return changes.length >= LIMIT && done > 0;
};
