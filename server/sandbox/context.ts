import { createPool, type Pool } from '#server/platform/db.ts';
import { env } from '#server/platform/env.ts';
import { loadSecrets } from '#server/platform/secrets.ts';
import { SANDBOX_CREDENTIALS, type SandboxCredentials } from './credentials.ts';

/** What the sandbox's parts need of the process that they run in. */
export interface SandboxContext {
  readonly pool: Pool;
  /** Address of the product, without a slash at its end. */
  readonly appUrl: string;
  /** Address of the sandbox's HTTP services, without a slash at its end. */
  readonly httpUrl: string;
  readonly credentials: SandboxCredentials;
  /** Signs Slack interactions, as the product's Slack app expects. */
  readonly slackSigningSecret: string;
  /** Signs inbound mail, per Standard Webhooks. */
  readonly inboundMailSecret: string;
  readonly timing: DeliveryTiming;
  /** Aborted when the process stops: nobody waits for slow answers any more. */
  readonly stopping: AbortSignal;
}

/** How patient Slack and the mail provider are with the product. */
export interface DeliveryTiming {
  /** An interaction that is not acknowledged by then counts as failed. */
  readonly ackTimeoutMs: number;
  /** Waits before an interaction's second, third, … attempt; then it is given up. */
  readonly interactionRetrySeconds: readonly number[];
  /** First wait before mail is handed over again; doubles up to the cap, without end. */
  readonly mailRetrySeconds: number;
  readonly mailRetryCapSeconds: number;
  /** How often the backstop looks for what is due. */
  readonly pollMs: number;
}

export const DELIVERY_TIMING: DeliveryTiming = {
  ackTimeoutMs: 3_000,
  interactionRetrySeconds: [1, 10, 60],
  mailRetrySeconds: 1,
  mailRetryCapSeconds: 60,
  pollMs: 500,
};

const KEY = Symbol.for('holdfast.sandbox.context');

interface Kept {
  [KEY]?: SandboxContext;
}

/**
 * The context of a process that does not run the sandbox itself (the web app): same database,
 * same secrets, the sandbox process's address. Null while the sandbox is switched off.
 * Kept on globalThis, so that a hot reload does not open another pool.
 */
export const sandboxContext = (): SandboxContext | null => {
  const settings = env();
  if (settings.HOLDFAST_SANDBOX === 'off' || settings.DATABASE_URL === undefined) return null;
  const kept = globalThis as Kept;
  const secrets = kept[KEY] === undefined ? loadSecrets(settings) : null;
  if (secrets !== null) {
    kept[KEY] = {
      pool: createPool(settings.DATABASE_URL, { name: 'sandbox', max: 4 }),
      appUrl: settings.appUrl,
      httpUrl: `http://127.0.0.1:${settings.SANDBOX_PORT}`,
      credentials: SANDBOX_CREDENTIALS,
      slackSigningSecret: secrets.slackSigningSecret,
      inboundMailSecret: secrets.inboundMailSecret,
      timing: DELIVERY_TIMING,
      stopping: new AbortController().signal,
    };
  }
  return kept[KEY] ?? null;
};
