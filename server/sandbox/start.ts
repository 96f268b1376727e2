/**
 * The sandbox services as one thing to start and stop: SMTP, Slack, model, CRM and echo over the
 * wire, and the loop that hands presses and replies to the product.
 */
import { type Pool, txOf } from '#server/platform/db.ts';
import { DELIVERY_TIMING, type DeliveryTiming, type SandboxContext } from './context.ts';
import { SANDBOX_CREDENTIALS, type SandboxCredentials } from './credentials.ts';
import { runDeliverLoop } from './deliver/deliver-loop.ts';
import { listenHttp } from './http-server.ts';
import { DEMO_SLACK_USERS } from './slack/directory.ts';
import { startSmtp } from './smtp/server.ts';
import { type SlackUser, upsertSlackUsers } from './store/slack-users.ts';

export interface SandboxSecrets {
  /** Signs Slack interactions. */
  readonly slackSigningSecret: string;
  /** Signs inbound mail. */
  readonly inboundMailSecret: string;
}

export interface SandboxOptions {
  readonly pool: Pool;
  /** 0, or nothing: any free port. */
  readonly ports?: { readonly smtp?: number; readonly http?: number } | 0;
  readonly secrets: SandboxSecrets;
  /** Where presses and replies go. */
  readonly appUrl: string;
  readonly users?: readonly SlackUser[];
  readonly credentials?: SandboxCredentials;
  readonly timing?: Partial<DeliveryTiming>;
}

export interface Sandbox {
  readonly smtpPort: number;
  readonly httpPort: number;
  readonly httpUrl: string;
  /** For calling `pressButton`, `replyToMail` and the rest directly. */
  readonly context: SandboxContext;
  stop(): Promise<void>;
}

/** Starts everything; rejects when a port is taken. The pool stays the caller's to close. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const ports = options.ports === 0 || options.ports === undefined ? {} : options.ports;
  await upsertSlackUsers(txOf(options.pool), options.users ?? DEMO_SLACK_USERS);
  const stopping = new AbortController();
  const http = await listenHttp(ports.http ?? 0);
  const context: SandboxContext = {
    pool: options.pool,
    appUrl: options.appUrl.replace(/\/$/, ''),
    httpUrl: http.url,
    credentials: options.credentials ?? SANDBOX_CREDENTIALS,
    ...options.secrets,
    timing: { ...DELIVERY_TIMING, ...options.timing },
    stopping: stopping.signal,
  };
  const smtp = await startSmtp(context, ports.smtp ?? 0).catch(async (error: unknown) => {
    await http.stop();
    throw error;
  });
  http.serve(context);
  const loop = runDeliverLoop(context);
  return {
    smtpPort: smtp.port,
    httpPort: http.port,
    httpUrl: http.url,
    context,
    stop: async () => {
      stopping.abort();
      await Promise.all([http.stop(), smtp.stop(), loop]);
    },
  };
};
