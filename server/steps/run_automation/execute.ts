import type { ChildExecutor } from '../executor.ts';
import { inField } from '../render-fields.ts';
import type { RunAutomationConfig } from './definition.ts';

/** Says which run is to be started, and with what; the worker starts it with the settling. */
export const runAutomationExecutor: ChildExecutor<RunAutomationConfig> = {
  kind: 'child',
  prepare: ({ config, data, render }) => {
    const input: Record<string, unknown> = {};
    for (const [name, template] of Object.entries(config.input)) {
      const rendered = render(template, data);
      if (!rendered.ok) return { kind: 'fail', error: inField(`input.${name}`, rendered.error) };
      input[name] = rendered.text;
    }
    const { automation, wait, patience } = config;
    return { kind: 'start', automation, input, patience: wait ? patience : null };
  },
};
