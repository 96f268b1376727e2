/**
 * Who may use the sandbox's own API. It takes no sign-in, so a foreign page in the same browser
 * must not reach it: writes have to come from the product's own pages or from no page at all, and
 * the host has to be ours, so that a foreign name pointed at this machine does not pass.
 */
import type { MiddlewareHandler } from 'hono';
import { AppError } from '#server/platform/errors.ts';
import { problemResponse } from '#server/platform/error-map.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isOurs = (url: URL | null, appUrl: string): boolean =>
  url !== null && (LOOPBACK.has(url.hostname) || url.host === new URL(appUrl).host);

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const refuse = (detail: string): Response => problemResponse(new AppError('forbidden', detail));

const READS = new Set(['GET', 'HEAD']);

/** Why a request is refused; null when it may go on. */
const refusalOf = (request: Request, host: string, appUrl: string): string | null => {
  if (!isOurs(urlOf(`http://${host}`), appUrl)) return 'This host is not the sandbox’s.';
  if (READS.has(request.method)) return null;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    return 'The sandbox takes changes from its own pages only.';
  }
  const origin = request.headers.get('origin');
  if (origin !== null && urlOf(origin)?.host !== host) {
    return 'The sandbox takes changes from its own pages only.';
  }
  const type = request.headers.get('content-type');
  if (type !== null && !type.startsWith('application/json')) return 'Send JSON.';
  return null;
};

export const guardSandboxApi =
  (appUrl: string): MiddlewareHandler =>
  async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const refusal = refusalOf(c.req.raw, host, appUrl);
    return refusal === null ? next() : refuse(refusal);
  };
