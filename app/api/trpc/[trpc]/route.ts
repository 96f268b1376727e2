import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appServices } from '#server/api/app-services.ts';
import { createContext } from '#server/api/context.ts';
import { appRouter } from '#server/api/router.ts';
import { requireSameOrigin } from '#server/api/same-origin.ts';
import { problemResponse } from '#server/platform/error-map.ts';

const handler = async (request: Request): Promise<Response> => {
  try {
    requireSameOrigin(request, appServices().env.appUrl);
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
