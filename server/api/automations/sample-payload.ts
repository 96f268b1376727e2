import type { AutomationDocument } from '#server/engine/document.ts';

/** Maya: the person of the sample submission, wherever a trigger asks for one. */
export const SAMPLE_CONTACT = {
  email: 'maya@example.com',
  name: 'Maya Lindner',
  timezone: 'Europe/Berlin',
} as const;

const SIMPLE_PATH = /^\$((?:\.[A-Za-z_]\w*)+)$/;

const put = (target: Record<string, unknown>, path: readonly string[], value: string): void => {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  const inner = target[head];
  const next: Record<string, unknown> =
    typeof inner === 'object' && inner !== null ? { ...inner } : {};
  target[head] = next;
  put(next, rest, value);
};

const SAMPLE_VALUES: Readonly<Record<string, string>> = {
  ...SAMPLE_CONTACT,
  externalId: 'cus_1042',
};

/** A payload that suits the trigger's own paths: what "Test run" starts from. */
export const samplePayload = (document: AutomationDocument): Record<string, unknown> => {
  const sample: Record<string, unknown> = {};
  const { eventId, contact } = document.trigger.config;
  const wanted: [unknown, string][] = [[eventId, 'evt_sample']];
  if (typeof contact === 'object' && contact !== null) {
    for (const [field, path] of Object.entries(contact)) {
      wanted.push([path, SAMPLE_VALUES[field] ?? `sample ${field}`]);
    }
  }
  for (const [path, value] of wanted) {
    const names = typeof path === 'string' ? SIMPLE_PATH.exec(path)?.[1] : undefined;
    if (names !== undefined) put(sample, names.slice(1).split('.'), value);
  }
  return Object.keys(sample).length === 0 ? { ...SAMPLE_CONTACT } : sample;
};
