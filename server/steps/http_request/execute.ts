import type { HttpRequest } from '#server/connectors/http.ts';
import type { EffectExecutor } from '../executor.ts';
import { inField, renderFields } from '../render-fields.ts';
import type { HttpRequestConfig } from './definition.ts';

export const httpRequestExecutor: EffectExecutor<HttpRequestConfig> = {
  kind: 'effect',
  connector: 'http',
  connection: ({ connection }) => connection ?? null,
  prepare: ({ config, data, render }) => {
    const main = renderFields({ url: config.url, body: config.body ?? '' }, data, render);
    if (!main.ok) return { kind: 'fail', error: main.error };
    const headers = renderFields(config.headers, data, render);
    if (!headers.ok) return { kind: 'fail', error: inField('headers', headers.error) };
    const request: HttpRequest = {
      method: config.method,
      url: main.texts.url.trim(),
      headers: headers.texts,
      body: config.body === undefined ? null : main.texts.body,
      timeoutSeconds: config.timeoutSeconds,
      successCodes: config.successCodes ?? null,
      honoursKey: config.honoursKey,
    };
    return { kind: 'request', request };
  },
  complete: (_context, result) => ({ kind: 'leave', port: 'next', output: result }),
};
