import type { AppServices } from '#server/api/app-services.ts';
import { createRestApp } from './rest-app.ts';

const apps = new WeakMap<AppServices, ReturnType<typeof createRestApp>>();

/** Answers one request under `/api/v1`. */
export const serveRest = async (services: AppServices, request: Request): Promise<Response> => {
  const app = apps.get(services) ?? createRestApp(services);
  apps.set(services, app);
  return app.fetch(request);
};
