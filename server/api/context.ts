import { appServices, type AppServices } from '#server/api/app-services.ts';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { findViewer } from '#server/api/viewer/find-viewer.ts';

/** What every procedure can reach. The viewer is looked up once per request, on first need. */
export interface ApiContext {
  readonly services: AppServices;
  readonly viewer: () => Promise<Viewer | null>;
}

export const createContext = (headers: Headers): ApiContext => {
  const services = appServices();
  let found: Promise<Viewer | null> | undefined;
  return { services, viewer: async () => (found ??= findViewer(services, headers)) };
};
