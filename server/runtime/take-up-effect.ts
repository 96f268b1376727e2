import { txOf } from '#server/platform/db.ts';
import type { EffectRow } from '#server/store/effects.ts';
import { doubtEffect } from '#server/store/end-effect.ts';
import { beginUnlessSkipped } from './begin-next-attempt.ts';
import { resolveDoubt } from './resolve-doubt.ts';
import { putOff, type EffectWork, type Opened } from './effect-work.ts';

/** A moment after the other attempt's lease, so that we do not come back just before its end. */
const AFTER_LEASE_MS = 250;

const afterLease = (effect: EffectWork, known: EffectRow): Opened =>
  putOff(effect, (known.leaseUntil ?? known.now) + AFTER_LEASE_MS, {
    code: 'effect_in_flight',
    message: 'An earlier attempt may still be calling.',
  });

/** What to do about an effect that the ledger knows already. Null: it changed, look again. */
export const takeUpEffect = async (
  effect: EffectWork,
  known: EffectRow,
): Promise<Opened | null> => {
  switch (known.status) {
    case 'settled':
      return { kind: 'settled', result: known.result };
    case 'in_flight': {
      if (!known.leaseLapsed) return afterLease(effect, known);
      const { key, token } = known;
      const message = 'The worker that called was lost.';
      const { actor } = effect.worker;
      await doubtEffect(txOf(effect.deps.pool), { key, token, actor, message });
      return null;
    }
    case 'outcome_unknown':
      return resolveDoubt(effect, known);
    case 'needs_review': {
      const { visit } = effect.work;
      const message = 'Only a person can say whether this happened.';
      return {
        kind: 'event',
        event: { kind: 'step_uncertain', visit, effectKey: known.key, message },
      };
    }
    case 'claimed':
    case 'abandoned':
      return beginUnlessSkipped(effect, known);
  }
};
