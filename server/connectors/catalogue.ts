import type { Env } from '#server/platform/env.ts';
import type { Connector } from './connector.ts';
import { createCrmConnector } from './crm.ts';
import { createHttpConnector } from './http.ts';
import { createModelConnector } from './model.ts';
import type { OutboundPolicy } from './outbound.ts';
import { createSlackConnector } from './slack.ts';
import { smtpConnector } from './smtp.ts';

/** Forgets a connector's own types, so that all fit one catalogue; its schemas keep them honest. */
function erase<Request, Result>(connector: Connector<Request, Result>): Connector {
  return connector as unknown as Connector;
}

/** Public addresses, and the sandbox's own while it is switched on. */
export function outboundPolicyOf(env: Env): OutboundPolicy {
  const ports = env.HOLDFAST_SANDBOX === 'on' ? [env.SANDBOX_PORT] : [];
  return {
    allowPrivate: env.HOLDFAST_ALLOW_PRIVATE_ADDRESSES,
    allowedHosts: ports.flatMap((port) => [`127.0.0.1:${port}`, `localhost:${port}`]),
  };
}

/** Every outside system by its kind, which is also the kind of its connections. */
export function createConnectors(policy: OutboundPolicy): ReadonlyMap<string, Connector> {
  const connectors = [
    erase(smtpConnector),
    erase(createHttpConnector(policy)),
    erase(createCrmConnector(policy)),
    erase(createModelConnector(policy)),
    erase(createSlackConnector(policy)),
  ];
  return new Map(connectors.map((connector) => [connector.kind, connector]));
}
