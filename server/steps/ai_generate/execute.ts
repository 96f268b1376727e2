import type { ModelRequest, ModelResult } from '#server/connectors/model.ts';
import type { ConnectionForRequest, EffectExecutor } from '../executor.ts';
import { renderFields } from '../render-fields.ts';
import type { AiGenerateConfig } from './definition.ts';

const MICROS = 1_000_000;

/** The connection's own model, as it is now: a later change must not change what is sent. */
const modelOf = (connection: ConnectionForRequest | null): string | null => {
  const model = connection?.settings['model'];
  return typeof model === 'string' && model !== '' ? model : null;
};

export const aiGenerateExecutor: EffectExecutor<AiGenerateConfig> = {
  kind: 'effect',
  connector: 'model',
  connection: ({ connection }) => connection,
  prepare: ({ config, connection, data, render }) => {
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
      model: config.model ?? modelOf(connection),
      maxOutputTokens: config.maxOutputTokens,
      maxCostMicros,
    };
    // The most that it may cost is set aside before the call; what it did cost is settled after.
    return { kind: 'request', request, reserveMicros: maxCostMicros };
  },
  complete: (_context, result) => ({ kind: 'leave', port: 'next', output: result }),
  costMicros: (result) => (result as ModelResult).costMicros,
};
