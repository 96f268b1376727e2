import { txOf } from '#server/platform/db.ts';
import type { SandboxContext } from '../context.ts';
import { recordCall } from '../store/calls.ts';
import { type Delivery, type DeliveryAnswer, settleDelivery } from '../store/deliveries.ts';
import { signSlackRequest, signWebhook } from './sign.ts';

const MAIL_TIMEOUT_MS = 10_000;

interface Outgoing {
  readonly path: string;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Slack says on a retry which one it is and what went wrong before. */
const retryHeaders = ({ attempts, lastError }: Delivery): Readonly<Record<string, string>> =>
  attempts <= 1
    ? {}
    : {
        'x-slack-retry-num': String(attempts - 1),
        'x-slack-retry-reason': lastError ?? 'http_error',
      };

/** Signed afresh on every attempt: an old timestamp would rightly be refused. */
const outgoing = (ctx: SandboxContext, delivery: Delivery): Outgoing => {
  const now = new Date();
  switch (delivery.kind) {
    case 'interaction':
      return {
        path: '/slack/interactions',
        timeoutMs: ctx.timing.ackTimeoutMs,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          ...signSlackRequest(ctx.slackSigningSecret, delivery.body, now),
          ...retryHeaders(delivery),
        },
      };
    case 'mail':
      return {
        path: '/hooks/inbound-email',
        timeoutMs: MAIL_TIMEOUT_MS,
        headers: {
          'content-type': 'application/json',
          ...signWebhook(ctx.inboundMailSecret, delivery.id, delivery.body, now),
        },
      };
  }
};

const retryIn = (ctx: SandboxContext, delivery: Delivery): number | null => {
  const { interactionRetrySeconds, mailRetrySeconds, mailRetryCapSeconds } = ctx.timing;
  return delivery.kind === 'interaction'
    ? (interactionRetrySeconds[delivery.attempts - 1] ?? null)
    : Math.min(mailRetrySeconds * 2 ** (delivery.attempts - 1), mailRetryCapSeconds);
};

const send = async (
  ctx: SandboxContext,
  delivery: Delivery,
): Promise<{ readonly status: number | null; readonly error: string | null }> => {
  const { path, timeoutMs, headers } = outgoing(ctx, delivery);
  try {
    const response = await fetch(`${ctx.appUrl}${path}`, {
      method: 'POST',
      headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ctx.stopping]),
    });
    await response.arrayBuffer();
    return { status: response.status, error: response.ok ? null : 'http_error' };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return { status: null, error: timedOut ? 'http_timeout' : 'connection_failed' };
  }
};

/** One attempt at a claimed delivery, and the record of how it went. */
export const attemptDelivery = async (
  ctx: SandboxContext,
  delivery: Delivery,
): Promise<DeliveryAnswer> => {
  const began = performance.now();
  const { status, error } = await send(ctx, delivery);
  const durationMs = performance.now() - began;
  const answer = { status, durationMs, error, retryInSeconds: retryIn(ctx, delivery) };
  const tx = txOf(ctx.pool);
  await settleDelivery(tx, delivery, answer);
  await recordCall(tx, {
    service: delivery.kind === 'interaction' ? 'slack' : 'smtp',
    direction: 'out',
    name: delivery.kind === 'interaction' ? 'interaction ack' : 'reply handed over',
    status,
    fault: null,
    durationMs,
  });
  return answer;
};
