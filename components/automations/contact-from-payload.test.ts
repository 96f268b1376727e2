import { describe, expect, it } from 'vitest';
import { contactFromPayload } from './contact-from-payload.ts';

const trigger = (contact: unknown) => ({ kind: 'webhook' as const, config: { contact } });

describe('the contact of a test run', () => {
  it('is the one that the trigger would find in the payload', () => {
    const found = contactFromPayload(trigger({ email: '$.user.email', name: '$.name' }), {
      name: 'Maya Lindner',
      user: { email: 'maya@example.com' },
    });
    expect(found).toEqual({ email: 'maya@example.com', name: 'Maya Lindner', timezone: '' });
  });

  it('is empty where the trigger names nobody, or a path leads nowhere', () => {
    expect(contactFromPayload(trigger(undefined), { email: 'a' }).email).toBe('');
    expect(contactFromPayload(trigger({ email: '$.constructor.name' }), {}).email).toBe('');
  });
});
