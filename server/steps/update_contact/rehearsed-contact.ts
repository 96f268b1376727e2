import { z } from 'zod';
import { type WantedChanges, withChanges } from './wanted-changes.ts';

const rehearsedSchema = z.looseObject({
  rehearsed: z.object({
    name: z.string().nullable().exactOptional(),
    timezone: z.string().nullable().exactOptional(),
    setAttributes: z.record(z.string(), z.unknown()),
    clearAttributes: z.array(z.string()),
  }),
});

/**
 * The contact as a test run's own steps have left it. The changes stand in their outputs; `stepIds`
 * are in the order in which the steps began.
 */
export function rehearsedContact<Contact extends Parameters<typeof withChanges>[0]>(
  contact: Contact,
  stepIds: readonly string[],
  outputs: ReadonlyMap<string, { readonly output: unknown }>,
): Contact {
  return stepIds.reduce((changed, stepId) => {
    const parsed = rehearsedSchema.safeParse(outputs.get(stepId)?.output);
    if (!parsed.success) return changed;
    const changes: WantedChanges = parsed.data.rehearsed;
    return withChanges(changed, changes);
  }, contact);
}
