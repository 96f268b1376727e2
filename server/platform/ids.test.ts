import { expect, test } from 'vitest';
import { idFloor, newId, timeOfId, uuidv7 } from './ids.ts';

test('an id is a prefix and 18 characters of lower-case Crockford base32', () => {
  expect(newId('run')).toMatch(/^run_[0-9a-hjkmnp-tv-z]{18}$/);
});

test('ids never repeat and carry their time', () => {
  const before = Date.now();
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('step')));
  const after = Date.now();
  expect(ids.size).toBe(10_000);
  for (const id of ids) {
    const time = timeOfId(id).getTime();
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
  }
});

test('the floor of a moment sorts before its ids and after those of the millisecond before', () => {
  const id = newId('run');
  const at = timeOfId(id);
  expect(idFloor('run', at) <= id).toBe(true);
  expect(idFloor('run', new Date(at.getTime() + 1)) > id).toBe(true);
});

test('ids of later milliseconds sort after earlier ones', async () => {
  const first = newId('run');
  await expect.poll(() => newId('run') > first, { interval: 2 }).toBe(true);
});

test('a uuid says version 7 and variant 10, and begins with the time', () => {
  const before = Date.now();
  const id = uuidv7();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
});
