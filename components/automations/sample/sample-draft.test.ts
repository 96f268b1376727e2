import { describe, expect, it } from 'vitest';
import { madeUpSample, readSample, sampleOfRun, startContactOf } from './sample-draft.ts';

const TRIGGER = {
  kind: 'webhook' as const,
  config: { contact: { email: '$.email', timezone: '$.zone' } },
};
const MAYA = { email: 'maya@example.com', zone: 'Europe/Berlin' };

describe('a sample to try an automation with', () => {
  it('is whom the trigger finds in the payload', () => {
    expect(readSample(madeUpSample(TRIGGER, MAYA))).toMatchObject({
      ok: true,
      contact: { email: 'maya@example.com', name: null, timezone: 'Europe/Berlin' },
      payload: MAYA,
    });
  });

  it('says which field is to be mended', () => {
    const sample = madeUpSample(TRIGGER, { ...MAYA, zone: 'Berlin' });
    expect(readSample(sample)).toMatchObject({ ok: false, field: 'timezone' });
    expect(readSample({ ...sample, payload: '{' })).toMatchObject({ ok: false, field: 'payload' });
  });

  it('of a past run takes everything over, and nobody where its contact was erased', () => {
    const known = {
      email: null,
      externalId: 'crm-7',
      name: 'Omar',
      timezone: null,
      attributes: { plan: 'pro' },
    };
    const read = readSample(sampleOfRun({ contact: known, input: { a: 1 } }));
    expect(read).toMatchObject({ ok: true, payload: { a: 1 } });
    expect(read.ok && read.contact !== null && startContactOf(read.contact)).toEqual({
      externalId: 'crm-7',
      name: 'Omar',
      attributes: { plan: 'pro' },
    });
    const erased = readSample(sampleOfRun({ contact: null, input: {} }));
    expect(erased).toMatchObject({ ok: true, contact: null });
  });
});
