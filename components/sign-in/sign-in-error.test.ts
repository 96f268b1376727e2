import { describe, expect, it } from 'vitest';
import { safeNext, signInError } from './sign-in-error.ts';

describe('signing in', () => {
  it('leads back to the page that asked for it', () => {
    expect(safeNext('/runs/run_1?step=approve')).toBe('/runs/run_1?step=approve');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/ /evil',
    '/sign-in',
    '',
    undefined,
  ])('never leads to %s', (next) => {
    expect(safeNext(next)).toBe('/automations');
  });

  it('does not say which of email and password is wrong', () => {
    expect(signInError({ status: 401 })).toBe('This email and password do not belong together.');
  });

  it('tells a wait after too many attempts', () => {
    expect(signInError({ status: 429 })).toContain('minute');
  });
});
