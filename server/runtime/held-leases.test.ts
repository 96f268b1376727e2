import { describe, expect, it } from 'vitest';
import { createHeldLeases } from './held-leases.ts';

const STEP = { id: 1, token: 7 };
const EFFECT = { key: 'run_1/send', token: 3 };

describe('what a worker holds', () => {
  it('S2.2 is stopped when the database no longer extends it', () => {
    const held = createHeldLeases(30);
    const signal = held.holdStep(STEP, 0);
    held.renewedSteps([STEP], { extended: new Set([1]), busy: new Set() }, 10_000);
    expect(signal.aborted).toBe(false);
    held.renewedSteps([STEP], { extended: new Set(), busy: new Set() }, 20_000);
    expect(signal.reason).toBe('lease_lost');
  });

  it('S2.2 stops by itself before its lease ends when no renewal comes through', () => {
    const held = createHeldLeases(30);
    const signal = held.holdStep(STEP, 0);
    held.stopExpiring(26_000);
    expect(signal.aborted).toBe(false);
    held.stopExpiring(27_001);
    expect(signal.aborted).toBe(true);
  });

  it('counts from before the renewal was sent, not from its answer', () => {
    const held = createHeldLeases(30);
    const signal = held.holdStep(STEP, 0);
    held.renewedSteps([STEP], { extended: new Set([1]), busy: new Set() }, 20_000);
    held.stopExpiring(46_000);
    expect(signal.aborted).toBe(false);
    held.stopExpiring(47_001);
    expect(signal.aborted).toBe(true);
  });

  it('S2.1 does not take the renewal of a later claim of the same step for its own', () => {
    const held = createHeldLeases(30);
    const old = held.holdStep(STEP, 0);
    const later = { ...STEP, token: 8 };
    const current = held.holdStep(later, 0);
    held.renewedSteps([later], { extended: new Set([1]), busy: new Set() }, 1_000);
    held.renewedSteps([STEP], { extended: new Set(), busy: new Set() }, 1_000);
    expect(old.aborted).toBe(true);
    expect(current.aborted).toBe(false);
  });

  it('S3.2 keeps an effect under a lease of its own, beside that of its step', () => {
    const held = createHeldLeases(30);
    const signal = held.holdStep(STEP, 0);
    const abort = new AbortController();
    held.holdEffect(EFFECT, 0, abort);
    held.renewedEffects([EFFECT], { extended: new Set(), busy: new Set() }, 1_000);
    expect(abort.signal.aborted).toBe(true);
    expect(signal.aborted).toBe(false);
    held.releaseEffect(EFFECT);
    expect(held.effects()).toEqual([]);
    expect(held.steps()).toEqual([STEP]);
  });
});
