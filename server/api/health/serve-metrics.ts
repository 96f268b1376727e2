import type { AppServices } from '#server/api/app-services.ts';
import { problemResponse } from '#server/platform/error-map.ts';
import { readEngineHealth } from '#server/runtime/engine-health.ts';
import { renderMetrics } from './render-metrics.ts';

export const serveMetrics = async (services: AppServices): Promise<Response> => {
  try {
    const { body, contentType } = await renderMetrics(await readEngineHealth(services.pools.api));
    return new Response(body, { headers: { 'content-type': contentType } });
  } catch (error) {
    return problemResponse(error);
  }
};
