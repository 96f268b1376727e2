import type { AutomationDocument } from '#server/engine/document.ts';

export interface SampleContact {
  readonly email: string;
  readonly name: string;
  readonly timezone: string;
}

/** Follows a plain path such as `$.user.email`. Filters and wildcards are the engine's business. */
const follow = (payload: unknown, path: unknown): string => {
  if (typeof path !== 'string' || !/^\$(\.[A-Za-z_][\w-]*)+$/.test(path)) return '';
  let value: unknown = payload;
  for (const key of path.slice(2).split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' ? value : '';
};

/** Whom the trigger would find in this payload; empty where it names nobody. */
export const contactFromPayload = (
  trigger: AutomationDocument['trigger'],
  payload: Readonly<Record<string, unknown>>,
): SampleContact => {
  const mapping = trigger.config['contact'];
  const paths: Record<string, unknown> =
    typeof mapping === 'object' && mapping !== null ? { ...mapping } : {};
  return {
    email: follow(payload, paths['email']),
    name: follow(payload, paths['name']),
    timezone: follow(payload, paths['timezone']),
  };
};
