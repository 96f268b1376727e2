import { type AutomationDocument, documentSchema } from '#server/engine/document.ts';

export type TriggerKind = AutomationDocument['trigger']['kind'];

/** What a new trigger starts with: what most of its kind have. */
export const FIRST_SETTINGS: Readonly<
  Record<TriggerKind, AutomationDocument['trigger']['config']>
> = {
  webhook: { contact: { email: '$.email', name: '$.name' } },
  manual: {},
  schedule: { kind: 'cron', expression: '0 9 * * 1-5' },
};

/** A name, a trigger and no steps. Throws on a blank name, or one of more than 200 characters. */
export function emptyAutomation(
  name: string,
  trigger: TriggerKind,
  timezone: string,
): AutomationDocument {
  return documentSchema.parse({
    format: 'holdfast/automation@1',
    name,
    settings: { timezone },
    trigger: { kind: trigger, config: FIRST_SETTINGS[trigger] },
    steps: [],
    edges: [],
  });
}
