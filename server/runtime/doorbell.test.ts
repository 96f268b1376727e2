import { describe, expect, it } from 'vitest';
import { createDoorbell } from './doorbell.ts';

describe('a doorbell', () => {
  it('keeps one ring for whoever waits next', async () => {
    const bell = createDoorbell();
    bell.ring();
    bell.ring();
    expect(await bell.wait(60_000)).toBe(true);
    expect(await bell.wait(1)).toBe(false);
  });

  it('wakes whoever waits, at once', async () => {
    const bell = createDoorbell();
    const waiting = bell.wait(60_000);
    bell.ring();
    expect(await waiting).toBe(true);
  });

  it('does not fire at once for a wait longer than a timer can count', async () => {
    const bell = createDoorbell();
    const waiting = bell.wait(2 ** 40);
    const first = await Promise.race([
      waiting.then(() => 'bell'),
      createDoorbell()
        .wait(5)
        .then(() => 'time'),
    ]);
    expect(first).toBe('time');
    bell.ring();
    await waiting;
  });
});
