import { appServices } from '#server/api/app-services.ts';
import { problemResponse } from '#server/platform/error-map.ts';
import { serveRest } from '#server/api/rest/serve-rest.ts';

export const dynamic = 'force-dynamic';

const handler = async (request: Request): Promise<Response> => {
  try {
    return await serveRest(appServices(), request);
  } catch (error) {
    return problemResponse(error);
  }
};

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
