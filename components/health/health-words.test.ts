import { describe, expect, it } from 'vitest';
import type { EngineHealth } from '#server/api/views/workspace-view.ts';
import { age, counted, lateness, sentenceOf, verdictOf } from './health-words.ts';

const health = (invariants: Record<string, number>): EngineHealth => ({
  invariants,
  checkedAt: new Date('2026-10-27T10:40:00Z'),
  sentences: { waiting_timer: 'Every run waiting for a time has a timer that has not fired' },
  metrics: {
    timerLatenessMs: { p50: null, p95: null, max: null },
    overdueTimers: 0,
    oldestOverdueTimerAt: null,
    oldestReadySeconds: {},
    unsettledEffects: 0,
    effectsInReview: 0,
    outboxUnsent: 0,
    outboxLagSeconds: null,
    runsByStatus: { waiting_timer: 999, done: 9, running: 1 },
    deadLetters: 0,
    leaders: [],
    workers: [],
    breakers: [],
  },
});

describe('S9.1 the health page', () => {
  it('is calm while every count is zero, and says how many runs that holds for', () => {
    expect(verdictOf(health({ waiting_timer: 0, parked_reason: 0 }))).toEqual({
      well: true,
      title: 'Every unfinished run has a way forward',
      detail: '1,000 unfinished runs are looked at every minute.',
    });
  });

  it('says where counting has stopped', () => {
    expect([counted(999), counted(1000)]).toEqual(['999', '1,000+']);
    const many = health({ waiting_timer: 0 });
    const metrics = { ...many.metrics, runsByStatus: { waiting_timer: 1000, running: 1 } };
    expect(verdictOf({ ...many, metrics }).detail).toMatch(/^1,001\+ unfinished runs/);
  });

  it('counts the rows that break an invariant', () => {
    const verdict = verdictOf(health({ waiting_timer: 2, parked_reason: 1 }));
    expect(verdict.well).toBe(false);
    expect(verdict.title).toBe('3 rows break what must always hold');
  });

  it('names an invariant whose sentence it does not know', () => {
    expect(sentenceOf(health({}), 'effect_in_flight')).toBe('effect in flight');
  });

  it('shows a dash where nothing was measured, never a zero', () => {
    expect([lateness(null), age(undefined), age(0), lateness(300)]).toEqual([
      '–',
      '–',
      '–',
      '0.3 s',
    ]);
  });
});
