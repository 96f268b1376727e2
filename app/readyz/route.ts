import { appServices } from '#server/api/app-services.ts';
import { checkReadiness } from '#server/api/health/check-readiness.ts';

export const dynamic = 'force-dynamic';

export const GET = async (): Promise<Response> => {
  const report = await checkReadiness(appServices());
  return Response.json(report, { status: report.ready ? 200 : 503 });
};
