/** A program that talks to the REST API. */
import { expect } from 'vitest';
import type { AppServices } from '#server/api/app-services.ts';
import { serveRest } from '#server/api/rest/serve-rest.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import { TEST_APP_URL } from './test-services.ts';

/** An answer is looked at field by field, and a missing field fails the test that looks. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  /** The body as it came. */
  readonly text: string;
  readonly type: string;
}

export interface RestClient {
  ask(method: string, path: string, body?: unknown, key?: string | null): Promise<Answer>;
  /** Creates and publishes; returns the automation's id. */
  publish(document: unknown): Promise<string>;
}

export const restClient = (services: () => AppServices): RestClient => {
  const ask: RestClient['ask'] = async (method, path, body, key = TEST_SECRETS.apiKey) => {
    const response = await serveRest(
      services(),
      new Request(`${TEST_APP_URL}/api/v1${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: text === '' ? null : JSON.parse(text),
      type: response.headers.get('content-type') ?? '',
    };
  };
  return {
    ask,
    publish: async (document) => {
      const made = await ask('POST', '/automations', document);
      expect(made.status).toBe(201);
      const answer = await ask('POST', `/automations/${made.body.id}/publish`, {});
      expect(answer.body).toMatchObject({ version: 1, changed: true });
      return made.body.id as string;
    },
  };
};
