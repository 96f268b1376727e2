import { txOf } from '#server/platform/db.ts';
import { deleteSent } from '#server/store/outbox.ts';
import type { RuntimeDeps } from './deps.ts';

const LIMIT = 1000;

/** Rows that were sent a day ago have told what they had to tell. */
export const sweepOutbox = async (deps: RuntimeDeps): Promise<boolean> =>
  (await deleteSent(txOf(deps.pool), LIMIT)) === LIMIT;
