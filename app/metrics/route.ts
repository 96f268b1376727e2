import { appServices } from '#server/api/app-services.ts';
import { serveMetrics } from '#server/api/health/serve-metrics.ts';

export const dynamic = 'force-dynamic';

export const GET = async (): Promise<Response> => serveMetrics(appServices());
