import { txOf } from '#server/platform/db.ts';
import {
  findRunsOfContact,
  findZoneChanges,
  markZoneChangeSeen,
} from '#server/store/zone-changes.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';
import { recomputeEach } from './recompute-timers.ts';

const LIMIT = 100;

/**
 * Moves waiting timers with their contacts. A change is crossed out only when all of its contact's
 * runs are done, so a crash in the middle begins again, and computing twice moves nothing twice.
 */
export const sweepZoneChanges = async (deps: RuntimeDeps): Promise<boolean> => {
  const tx = txOf(deps.pool);
  const changes = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findZoneChanges(tx, limit),
    ({ contactId }) => contactId,
  );
  let done = 0;
  for (const change of changes) {
    const { contactId } = change;
    const stuck = await recomputeEach(deps, await findRunsOfContact(tx, contactId), 'zone');
    if (stuck.size > 0) {
      // It stays for a later round, and holds up no other contact.
      deps.pauses.failed(contactId, performance.now());
      continue;
    }
    await markZoneChangeSeen(tx, change);
    deps.pauses.worked(contactId);
    done += 1;
  }
  return changes.length >= LIMIT && done > 0;
};
