import type { ModelRequest, ModelResult } from '#server/connectors/model.ts';
import type { EffectExecutor } from '../executor.ts';
import { renderFields } from '../render-fields.ts';
import type { AiGenerateConfig } from './definition.ts';

const MICROS = 1_000_000;

export const aiGenerateExecutor: EffectExecutor<AiGenerateConfig> = {
  kind: 'effect',
  connector: 'model',
  connection: ({ connection }) => connection,
  prepare: ({ config, data, render }) => {
    const texts = renderFields(
      { prompt: config.prompt, system: config.system ?? '' },
      data,
      render,
    );
    if (!texts.ok) return { kind: 'fail', error: texts.error };
    const maxCostMicros = Math.ceil(config.maxCost * MICROS);
    const request: ModelRequest = {
      system: texts.texts.system === '' ? null : texts.texts.system,
      prompt: texts.texts.prompt,
      model: config.model ?? null,
      maxOutputTokens: config.maxOutputTokens,
      maxCostMicros,
    };
    // The most that it may cost is set aside before the call; what it did cost is settled after.
    return { kind: 'request', request, reserveMicros: maxCostMicros };
  },
  complete: (_context, result) => ({ kind: 'leave', port: 'next', output: result }),
  costMicros: (result) => (result as ModelResult).costMicros,
};
