import { describe, expect, it } from 'vitest';
import { describeDiversion, effectStatus } from './effect-words.ts';

const settled = (providerReply: unknown) => ({
  status: 'settled' as const,
  attempts: 1,
  providerReply,
});

describe('the effect of a test run', () => {
  it('says that the sandbox took it, where it is on', () => {
    const effect = settled({ code: 250, diverted: 'sandbox' });
    expect(describeDiversion(effect)).toContain('sandbox');
    expect(effectStatus(effect).word).toBe('Done');
  });

  it('never reads as done where nothing was sent at all', () => {
    const effect = settled({ diverted: 'not_sent' });
    expect(describeDiversion(effect)).toContain('Not sent');
    expect(effectStatus(effect).word).toBe('Would have been sent');
  });

  it('is told apart from a real one, whatever the provider replied', () => {
    for (const reply of [null, 'ok', { code: 250 }, { diverted: 'toString' }, { diverted: 1 }])
      expect(describeDiversion(settled(reply))).toBeNull();
    expect(effectStatus(settled(null)).word).toBe('Done');
  });
});
