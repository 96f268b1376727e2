import type { AppServices } from '#server/api/app-services.ts';
import { readBody } from '#server/api/hooks/read-body.ts';
import { problemResponse } from '#server/platform/error-map.ts';
import { createSlackHandler } from './slack-app.ts';

const handlers = new WeakMap<AppServices, (request: Request) => Promise<Response>>();

const handlerOf = (services: AppServices): ((request: Request) => Promise<Response>) => {
  const existing = handlers.get(services);
  if (existing !== undefined) return existing;
  const made = createSlackHandler(services);
  handlers.set(services, made);
  return made;
};

/** The type with nothing behind it: Bolt's receiver knows only the bare names. */
const plainHeaders = (headers: Headers): Headers => {
  const plain = new Headers(headers);
  const [type] = (headers.get('content-type') ?? '').split(';');
  plain.set('content-type', (type ?? '').trim());
  return plain;
};

/** One signed request by Slack. Its bytes are bounded before anybody reads them. */
export const receiveInteraction = async (
  services: AppServices,
  request: Request,
): Promise<Response> => {
  try {
    const body = await readBody(request);
    const { method, url } = request;
    const bounded = new Request(url, {
      method,
      headers: plainHeaders(request.headers),
      body: Buffer.from(body),
    });
    return await handlerOf(services)(bounded);
  } catch (error) {
    return problemResponse(error);
  }
};
