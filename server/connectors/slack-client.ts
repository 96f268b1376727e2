import { type Logger, LogLevel, WebClient } from '@slack/web-api';
import { z } from 'zod';
import { TerminalError } from '#server/platform/errors.ts';
import type { Call } from './connector.ts';
import type { Outbound } from './outbound.ts';

const settingsSchema = z.object({
  apiUrl: z.url({ protocol: /^https?$/ }).default('https://slack.com/api/'),
  /** Longest wait for an answer. */
  timeoutSeconds: z.number().min(1).max(600).default(30),
});

/** Slack's client logs request bodies, which hold personal data. */
const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/** A client for one call: it never retries by itself, for it cannot know what a retry means. */
export function openSlack(call: Call<unknown>, outbound: Outbound): WebClient {
  const token = call.connection?.credentials['token'];
  const settings = settingsSchema.safeParse(call.connection?.settings ?? {});
  if (typeof token !== 'string' || !settings.success) {
    throw new TerminalError('The Slack connection is not set up: it needs a bot token.');
  }
  const { timeoutSeconds } = settings.data;
  const fetch: typeof globalThis.fetch = async (input, init) =>
    outbound.fetch(input, {
      ...init,
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
    });
  return new WebClient(token, {
    slackApiUrl: settings.data.apiUrl.replace(/\/?$/, '/'),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: SILENT,
    fetch,
  });
}
