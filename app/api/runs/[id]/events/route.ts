import { appServices } from '#server/api/app-services.ts';
import { streamRun } from '#server/api/runs/stream-run.ts';

export const dynamic = 'force-dynamic';

export const GET = async (
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> => {
  const services = appServices();
  return streamRun(services, services.feed(), (await params).id, request);
};
