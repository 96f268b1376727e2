import { describe, expect, test } from 'vitest';
import { startKey, startKeyFromPayload, startKeyFromSchedule } from '#server/engine/keys.ts';
import { shortEffectKey, shortStartKey } from './short-keys.ts';

describe('a start key in short', () => {
  test('is the event’s own id', () => {
    expect(shortStartKey(startKey('aut_1', 'evt_1'))).toBe('evt_1');
    expect(shortStartKey(startKey('aut_1', 'order:17'))).toBe('order:17');
  });

  test('is the instant of a schedule', () => {
    expect(shortStartKey(startKeyFromSchedule('sch_1', 0))).toBe('1970-01-01T00:00:00.000Z');
  });

  test('is the beginning of a hash, and a part of every key', () => {
    const key = startKeyFromPayload('aut_1', { a: 1 });
    expect(shortStartKey(key)).toMatch(/^[0-9a-f]{12}$/);
    for (const any of [key, 'x'.repeat(300), 'odd', 'a:b', startKey('aut_1', 'y'.repeat(199))]) {
      expect(any).toContain(shortStartKey(any));
      expect(shortStartKey(any).length).toBeLessThanOrEqual(40);
    }
  });
});

describe('an effect’s key in short', () => {
  test('leaves away the run that is being read', () => {
    expect(shortEffectKey('run_1/send_email/2', 'run_1')).toBe('send_email/2');
    expect(shortEffectKey('run_10/send_email', 'run_1')).toBe('run_10/send_email');
  });
});
