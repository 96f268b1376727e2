import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';

/** A good automation to start from. */
export interface GalleryEntry {
  /** Stable; part of addresses. */
  readonly key: string;
  readonly title: string;
  /** What it is for, in one sentence. */
  readonly purpose: string;
  /** What has to be there before it can go live. */
  readonly needs: readonly string[];
  readonly tags: readonly string[];
  /** What its trigger may receive, for trying it. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** `person` is the email address of whoever is asked wherever a person is. */
  readonly document: (person: string) => AutomationDocument;
}

type Config = Readonly<Record<string, unknown>>;

export interface Sketch {
  readonly name: string;
  readonly description: string;
  /** Where people may wait longer than the 90 days that are usual. */
  readonly maxAgeDays?: number;
  readonly trigger: { readonly name: string; readonly config: Config };
  /** Id, kind, name and settings, in reading order. */
  readonly steps: readonly (readonly [id: string, kind: string, name: string, config: Config])[];
  /** From a step (or the trigger) to a step, by a port where it is not the only one. */
  readonly edges: readonly (readonly [from: string, to: string, port?: string])[];
}

/** A webhook that says who it is about, as forms and shops commonly send it. */
export const PERSON_TRIGGER: Config = {
  eventId: '$.event_id',
  contact: { email: '$.email', name: '$.name', timezone: '$.timezone' },
};

export const SAMPLE_PERSON = {
  event_id: 'evt_1042',
  email: 'lucia@example.com',
  name: 'Lucía Ferrer',
  timezone: 'Europe/Madrid',
} as const;

/** Stands in a sketch for whoever is asked. */
export const PERSON = 'person@example.com';

const withPerson = <T>(value: T, person: string): T =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    each === PERSON ? person : each,
  ) as T;

/** What the sketch stands for, once it is known who is asked. */
export const toDocument =
  ({ trigger, steps, edges, maxAgeDays, ...about }: Sketch) =>
  (person: string): AutomationDocument =>
    documentSchema.parse({
      format: 'holdfast/automation@1',
      ...about,
      settings: { timezone: 'Europe/Berlin', ...(maxAgeDays === undefined ? {} : { maxAgeDays }) },
      trigger: { kind: 'webhook', ...trigger },
      steps: withPerson(steps, person).map(([id, kind, name, config]) => ({
        id,
        kind,
        name,
        config,
      })),
      edges: edges.map(([from, to, port]) => ({
        from,
        to,
        ...(port === undefined ? {} : { port }),
      })),
    });

/** "Dear Lucía Ferrer," or "Hello,": a text that reads well whoever it goes to. */
export const GREETING = 'Hello{% if contact.name %} {{ contact.name }}{% endif %},';
