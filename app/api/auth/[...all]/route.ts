import { appServices } from '#server/api/app-services.ts';
import { boundedRequest } from '#server/api/bounded-request.ts';
import { problemResponse } from '#server/platform/error-map.ts';

/** Names, addresses and passwords. */
const MAX_BODY_BYTES = 64 * 1024;

const handler = async (request: Request): Promise<Response> => {
  try {
    return await appServices().auth.handler(await boundedRequest(request, MAX_BODY_BYTES));
  } catch (error) {
    return problemResponse(error);
  }
};

export { handler as GET, handler as POST };
