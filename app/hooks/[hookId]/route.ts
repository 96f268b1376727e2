import { appServices } from '#server/api/app-services.ts';
import { receiveHook } from '#server/api/hooks/receive-hook.ts';

export const POST = async (
  request: Request,
  { params }: { params: Promise<{ hookId: string }> },
): Promise<Response> => receiveHook(appServices(), (await params).hookId, request);
