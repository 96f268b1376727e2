import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appServices } from '#server/api/app-services.ts';
import { boundedRequest } from '#server/api/bounded-request.ts';
import { createContext } from '#server/api/context.ts';
import { appRouter } from '#server/api/router.ts';
import { requireSameOrigin } from '#server/api/same-origin.ts';
import { problemResponse } from '#server/platform/error-map.ts';

/** A document of a thousand steps has room in it. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

const handler = async (asked: Request): Promise<Response> => {
  let request: Request;
  try {
    requireSameOrigin(asked, appServices().env.appUrl);
    request = await boundedRequest(asked, MAX_BODY_BYTES);
  } catch (error) {
    return problemResponse(error);
  }
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: () => createContext(request.headers),
  });
};

export { handler as GET, handler as POST };
