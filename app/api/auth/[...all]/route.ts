import { appServices } from '#server/api/app-services.ts';

const handler = async (request: Request): Promise<Response> => appServices().auth.handler(request);

export { handler as GET, handler as POST };
