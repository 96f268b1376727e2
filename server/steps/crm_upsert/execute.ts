import type { CrmRequest } from '#server/connectors/crm.ts';
import type { EffectExecutor } from '../executor.ts';
import { inField } from '../render-fields.ts';
import type { CrmUpsertConfig } from './definition.ts';

export const crmUpsertExecutor: EffectExecutor<CrmUpsertConfig> = {
  kind: 'effect',
  connector: 'crm',
  connection: ({ connection }) => connection,
  prepare: ({ config, data, render }) => {
    const fields: [string, unknown][] = [];
    for (const [name, value] of Object.entries(config.fields)) {
      if (typeof value !== 'string') {
        fields.push([name, value]);
        continue;
      }
      const rendered = render(value, data);
      if (!rendered.ok) return { kind: 'fail', error: inField(`fields.${name}`, rendered.error) };
      fields.push([name, rendered.text]);
    }
    const request: CrmRequest = { object: config.object, fields: Object.fromEntries(fields) };
    return { kind: 'request', request };
  },
  complete: (_context, result) => ({ kind: 'leave', port: 'next', output: result }),
};
