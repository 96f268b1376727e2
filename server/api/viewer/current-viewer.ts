import { appServices } from '#server/api/app-services.ts';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { findViewer } from './find-viewer.ts';

/** The signed-in person behind these request headers; null when nobody is signed in. */
export const currentViewer = async (headers: Headers): Promise<Viewer | null> =>
  findViewer(appServices(), headers);
