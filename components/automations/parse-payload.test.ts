import { describe, expect, it } from 'vitest';
import { parsePayload } from './parse-payload.ts';

describe('the payload of a test run', () => {
  it('is any JSON object', () => {
    expect(parsePayload('{ "email": "maya@example.com" }')).toEqual({
      ok: true,
      value: { email: 'maya@example.com' },
    });
  });

  it('may be left empty', () => {
    expect(parsePayload('  ')).toEqual({ ok: true, value: {} });
  });

  it('names the line and column of a mistake', () => {
    const parsed = parsePayload('{\n  "email": "a"\n  "name": "b"\n}');
    expect(parsed).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Line 3, column 3: .*[^.]\.$/),
    });
  });

  it('says what is wrong even where the place is unknown', () => {
    const parsed = parsePayload('{ "email": ');
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('JSON') });
  });

  it.each(['[1]', '"text"', '12', 'null'])('refuses %s, which is no object', (text) => {
    expect(parsePayload(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining('object'),
    });
  });
});
