import type { Call, Connector, OpenConnection } from '#server/connectors/connector.ts';
import type { HttpRequest } from '#server/connectors/http.ts';
import type { ModelRequest, ModelResult } from '#server/connectors/model.ts';
import type { Env } from '#server/platform/env.ts';
import { demoConnections } from './demo-workspace.ts';

/**
 * Where the effects of test runs go: to the sandbox's services where it is on, and nowhere where it
 * is off. They are connectors of their own, so that whoever calls through them cannot reach what
 * the workspace is connected to, whatever the step, the retry or the reconciliation asks for.
 */
export interface TestTargets {
  readonly connectors: ReadonlyMap<string, Connector>;
  /** The sandbox's Slack, for asking who pressed; null where the sandbox is off. */
  readonly slack: OpenConnection | null;
}

/** How a reply says that nothing real was reached. */
export type Diverted = 'sandbox' | 'not_sent';

type TargetEnv = Pick<Env, 'HOLDFAST_SANDBOX' | 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT'>;

const sandboxConnection = (env: TargetEnv, kind: string): OpenConnection | null => {
  const found = demoConnections(env).find((connection) => connection.kind === kind);
  if (found === undefined) return null;
  const { settings, credentials } = found;
  return { id: `sandbox_${kind}`, name: 'the sandbox', settings, credentials, revision: '' };
};

/** `https://api.example.com/orders?x=1` becomes `<sandbox>/http/api.example.com/orders?x=1`. */
const intoSandbox = (env: TargetEnv, request: HttpRequest): HttpRequest => {
  const url = URL.parse(request.url);
  // What no connector would call is left for the connector to refuse.
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    return { ...request, url: 'not-called:' };
  }
  const base = `http://127.0.0.1:${env.SANDBOX_PORT}/http`;
  return { ...request, url: `${base}/${url.host}${url.pathname}${url.search}` };
};

const divert = (env: TargetEnv, connector: Connector): Connector => {
  const connection = sandboxConnection(env, connector.kind);
  const { reconcile, probe: _, ...rest } = connector;
  const diverted = (call: Call<unknown>): Call<unknown> => {
    const { request } = call;
    const isHttp = connector.kind === 'http';
    return {
      ...call,
      connection,
      request: isHttp ? intoSandbox(env, request as HttpRequest) : request,
    };
  };
  return {
    ...rest,
    perform: async (call) => {
      const { result, reply } = await connector.perform(diverted(call));
      const where: Diverted = 'sandbox';
      return { result, reply: { ...reply, diverted: where } };
    },
    ...(reconcile === undefined ? {} : { reconcile: async (call) => reconcile(diverted(call)) }),
  };
};

const SAMPLE_TEXT =
  'This is where the model’s text would stand. Nothing was sent to a model: this is a test run.';

/** What later steps go on with. A model's text is the one answer that must not be empty. */
const sampleResult = (connector: Connector, request: unknown, key: string): unknown => {
  const assumed = connector.assumeHappened(request, key);
  if (connector.kind !== 'model') return assumed;
  const { model } = request as ModelRequest;
  return { ...(assumed as ModelResult), text: SAMPLE_TEXT, model: model ?? 'sample' };
};

/** Calls nobody: what would have been sent is the request that the ledger keeps. */
const record = (connector: Connector): Connector => {
  const { reconcile: _, probe: __, ...rest } = connector;
  return {
    ...rest,
    // Nothing leaves, so a repetition is harmless.
    idempotency: 'key',
    keyTtlSeconds: null,
    promiseOf: () => ({ idempotency: 'key', keyTtlSeconds: null }),
    perform: async ({ request, key }) => {
      const where: Diverted = 'not_sent';
      return Promise.resolve({
        result: sampleResult(connector, request, key),
        reply: { diverted: where },
      });
    },
  };
};

export const createTestTargets = (
  connectors: ReadonlyMap<string, Connector>,
  env: TargetEnv,
): TestTargets => {
  const on = env.HOLDFAST_SANDBOX === 'on';
  const made = [...connectors].map(([kind, connector]): [string, Connector] => [
    kind,
    on ? divert(env, connector) : record(connector),
  ]);
  return { connectors: new Map(made), slack: on ? sandboxConnection(env, 'slack') : null };
};
