import { AppError } from '#server/platform/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const urlOf = (text: string | null): URL | null =>
  text !== null && URL.canParse(text) ? new URL(text) : null;

/**
 * Refuses what another site makes a browser send with our cookies: SameSite=Lax keeps them away
 * already, and the origin has to be ours as well. The Host header counts as ours, so that the app
 * works under every name that it is reached by. Throws `forbidden`.
 */
export const requireSameOrigin = (request: Request, appUrl: string): void => {
  if (SAFE.has(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return;
  const origin = urlOf(request.headers.get('origin'));
  const host = request.headers.get('host');
  if (origin !== null && (origin.origin === urlOf(appUrl)?.origin || origin.host === host)) return;
  throw new AppError('forbidden', 'This request came from another site.', {
    hint: 'Use the app itself, or the REST API with a key.',
  });
};
