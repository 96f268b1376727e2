import { setTimeout as sleep } from 'node:timers/promises';
import { txOf, type Tx } from '#server/platform/db.ts';
import { isTransientDatabaseError } from '#server/platform/errors.ts';
import type { RuntimeDeps } from './deps.ts';

const MOST_TRIES = 12;
const LONGEST_PAUSE_MS = 2_000;

/**
 * For what is known here and nowhere else, such as a provider's answer: a database that is away for
 * some seconds must not turn it into "nobody knows". Each statement commits by itself and is tried
 * again after a lost answer too, so it must be one that finds its own work.
 */
export const patientTx = ({ pool, log }: Pick<RuntimeDeps, 'pool' | 'log'>): Tx => {
  const tx = txOf(pool);
  return {
    query: async (text, values, name) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await tx.query(text, values, name);
        } catch (error) {
          if (!isTransientDatabaseError(error) || tries >= MOST_TRIES) throw error;
          log.debug({ err: error, tries }, 'statement again');
          await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 50 * 2 ** tries));
        }
      }
    },
  };
};
