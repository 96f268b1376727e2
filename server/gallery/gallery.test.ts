import { describe, expect, it } from 'vitest';
import { checkDocument } from '#server/engine/check-document.ts';
import { documentSchema } from '#server/engine/document.ts';
import { autoplay } from '#server/simulate/autoplay.ts';
import type { Policy } from '#server/simulate/choice.ts';
import type { SampleContact } from '#server/simulate/simulation.ts';
import { startSimulation } from '#server/simulate/start-simulation.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { findInGallery, gallery } from './gallery.ts';

const PERSON = 'sam@example.com';
const NOW = Date.parse('2027-05-03T08:00:00Z');

const MAYA: SampleContact = {
  email: 'maya@example.com',
  name: 'Maya Lindner',
  timezone: 'Europe/Berlin',
  attributes: {},
};

/** Little is known of most people. */
const BARE: SampleContact = { email: 'a@example.com', name: null, timezone: null, attributes: {} };

const POLICIES: readonly Policy[] = ['happy', 'silent', 'unlucky'];

describe('the gallery', () => {
  it('holds eight, each under a key of its own', () => {
    expect(gallery).toHaveLength(8);
    expect(new Set(gallery.map(({ key }) => key)).size).toBe(8);
    expect(findInGallery('win-back')?.title).toBe('Win-back');
    expect(findInGallery('toString')).toBeNull();
  });

  it.each(gallery)('$key says what it is for and what it needs', (entry) => {
    expect(entry.purpose).toMatch(/^[A-Z].*\.$/);
    expect(entry.needs.length).toBeGreaterThan(0);
    expect(entry.tags.length).toBeGreaterThan(0);
  });

  it.each(gallery)('$key can be published as it is, without an error or a warning', (entry) => {
    const document = documentSchema.parse(entry.document(PERSON));
    expect(checkDocument(document, stepCatalogue, analyseTemplate)).toEqual([]);
  });

  it.each(gallery)('$key asks the person whom it is given, and no one else', ({ document }) => {
    const asked = document('kim@example.com').steps.flatMap(({ config }) => {
      const { assignees = [] } = config as { assignees?: string[] };
      return assignees;
    });
    expect(new Set(asked).size).toBeLessThanOrEqual(1);
    for (const one of asked) expect(one).toBe('kim@example.com');
  });

  it.each(gallery.flatMap((entry) => POLICIES.map((policy) => ({ ...entry, policy }))))(
    '$key comes to an end when the world is $policy',
    ({ document, sample, policy }) => {
      for (const contact of [MAYA, BARE]) {
        for (const payload of [sample, {}]) {
          const start = { document: document(PERSON), contact, payload, now: NOW };
          const played = autoplay(startSimulation(start), policy);
          expect(['done', 'failed', 'stopped']).toContain(played.state.status);
          if (policy !== 'unlucky') expect(played.state.status).toBe('done');
          expect(played.problems).toEqual([]);
        }
      }
    },
  );

  it.each(gallery)('$key leaves no hole and no Liquid in what it sends', ({ document, sample }) => {
    for (const contact of [MAYA, BARE]) {
      for (const payload of [sample, {}]) {
        const start = { document: document(PERSON), contact, payload, now: NOW };
        const played = autoplay(startSimulation(start), 'happy');
        const said = played.messages.map(({ message }) => JSON.stringify(message)).join('\n');
        expect(said).not.toMatch(/\{\{|\{%|undefined|null,"name|Invalid|NaN| ,|\bHello ,/);
      }
    }
  });
});

describe('the event reminder', () => {
  it('S5.2 reminds each person on their own morning, and all at one instant before the start', () => {
    const entry = findInGallery('event-reminder')!;
    const sentAt = (timezone: string): number[] => {
      const contact = { ...MAYA, timezone };
      const start = { document: entry.document(PERSON), contact, payload: entry.sample, now: NOW };
      return autoplay(startSimulation(start), 'happy').messages.map(({ at }) => at);
    };
    const iso = (instants: number[]) => instants.map((at) => new Date(at).toISOString());
    expect(iso(sentAt('Europe/Berlin')).slice(1)).toEqual([
      '2027-05-19T07:00:00.000Z',
      '2027-05-20T14:00:00.000Z',
      '2027-05-20T18:00:00.000Z',
    ]);
    expect(iso(sentAt('Asia/Tokyo')).slice(1, 3)).toEqual([
      '2027-05-19T00:00:00.000Z',
      '2027-05-20T14:00:00.000Z',
    ]);
  });
});
