import { appServices } from '#server/api/app-services.ts';
import { receiveMail } from '#server/api/hooks/receive-mail.ts';

export const POST = async (request: Request): Promise<Response> =>
  receiveMail(appServices(), request);
