import { txOf } from '#server/platform/db.ts';
import { readBreaker, takeTrial } from '#server/store/connection-breaker.ts';
import { putOff, spreadMs, type EffectWork, type Opened } from './effect-work.ts';

/** Those that come back when the breaker lets calls through again are spread over so long. */
const SPREAD_MS = 2_000;
/** How soon to look again while the one trial is under way. */
const TRIAL_MS = 3_000;

/**
 * Whether the connection's breaker lets this call through: null when it does. Otherwise the step
 * is put off, at no cost in attempts, until the provider may be tried again; a timer brings it
 * back. While the breaker is open one call at a time finds out whether the provider works again.
 */
export const askBreaker = async (effect: EffectWork): Promise<Opened | null> => {
  const { connection, deps, breaker } = effect;
  if (connection === null || breaker === 'closed') return null;
  const tx = txOf(deps.pool);
  if (await takeTrial(tx, connection.id, deps.tuning.leaseSeconds)) return null;
  const state = await readBreaker(tx, connection.id);
  if (state === null || state.until === null) return null;
  const trying = state.breaker === 'half_open';
  const { now } = effect.call;
  const until = trying ? Math.min(state.until, now + TRIAL_MS) : state.until;
  return putOff(effect, Math.max(until, now) + spreadMs(effect, SPREAD_MS), {
    code: 'connection_failing',
    message: `“${connection.name}” fails at the moment and is left alone until it may be tried again.`,
  });
};
