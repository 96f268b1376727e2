import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  digestJson,
  digestText,
  effectKey,
  startKey,
  startKeyFromPayload,
  startKeyFromSchedule,
  wakeId,
} from './keys.ts';

describe('keys', () => {
  it('S3.6 an effect key names the visit, and in a loop its iteration, never the attempt', () => {
    expect(effectKey('run_1', { stepId: 'send', iteration: 1 })).toBe('run_1/send');
    expect(effectKey('run_1', { stepId: 'send', iteration: 2 })).toBe('run_1/send/2');
    expect(effectKey('run_1', { stepId: 'ask', iteration: 1 }, 'escalated')).toBe(
      'run_1/ask:escalated',
    );
  });

  it('S1.2 the provider’s event id is the start key; odd ones are hashed to fit', () => {
    expect(startKey('aut_1', 'evt_1')).toBe('event:aut_1:evt_1');
    expect(startKey('aut_1', 'evt\u0000 1')).toMatch(/^event-sha256:aut_1:[0-9a-f]{64}$/);
    expect(startKey('aut_1', 'x'.repeat(5000)).length).toBeLessThan(100);
    expect(startKey('aut_1', 'x'.repeat(5000))).not.toBe(startKey('aut_1', 'x'.repeat(5001)));
    expect(startKey('aut_1', 'evt_1')).not.toBe(startKey('aut_2', 'evt_1'));
  });

  it('S1.2 equal payloads have one start key, whatever the order of their keys', () => {
    const one = startKeyFromPayload('aut_1', { a: 1, b: { c: [1, 2], d: null } });
    expect(startKeyFromPayload('aut_1', { b: { d: null, c: [1, 2] }, a: 1 })).toBe(one);
    expect(startKeyFromPayload('aut_1', { a: 1, b: { c: [2, 1], d: null } })).not.toBe(one);
  });

  it('S11.2 a schedule’s fire has one start key on every node', () => {
    expect(startKeyFromSchedule('sch_1', Date.UTC(2027, 0, 1))).toBe(
      'schedule:sch_1:2027-01-01T00:00:00.000Z',
    );
  });

  it('S9.3 each wake-up has an id of its own, the same whenever it is computed', () => {
    const first = wakeId('run_1', { stepId: 'send', iteration: 1 }, 1);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(wakeId('run_1', { stepId: 'send', iteration: 1 }, 1)).toBe(first);
    expect(wakeId('run_1', { stepId: 'send', iteration: 1 }, 2)).not.toBe(first);
    expect(wakeId('run_1', { stepId: 'send', iteration: 2 }, 1)).not.toBe(first);
  });

  it('digests are SHA-256 as everyone computes it', () => {
    for (const text of ['', 'Dear Maya', 'ÄÖÜ 🚀', 'x'.repeat(100_000)]) {
      expect(digestText(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
    expect(digestJson({ b: 1, a: 2 })).toBe(digestText('{"a":2,"b":1}'));
  });
});
