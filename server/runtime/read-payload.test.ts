import { describe, expect, it } from 'vitest';
import { readContact, webhookConfigSchema } from './read-payload.ts';

const config = webhookConfigSchema.parse({
  contact: { email: '$.email', name: '$.name', timezone: '$.timezone' },
});
const contactOf = (timezone: string) =>
  readContact({ email: 'Maya@Example.com', timezone }, config).contact;

describe('the contact in a payload', () => {
  it('is who it says, with the address in lower case', () => {
    expect(contactOf('Europe/Berlin')).toEqual({
      email: 'maya@example.com',
      timezone: 'Europe/Berlin',
    });
  });

  it('keeps no zone that waits could not be computed in, also where the runtime knows it', () => {
    // `Intl` takes an offset for a zone; it has no rules, and the engine refuses it.
    for (const zone of ['+02:00', 'Mars/Olympus', ' ']) {
      expect(contactOf(zone)).toEqual({ email: 'maya@example.com' });
    }
  });

  it('is missing where the mapped address is none', () => {
    expect(readContact({ email: 'maya at example' }, config)).toEqual({
      contact: undefined,
      missing: ['an email address at $.email'],
    });
  });
});
