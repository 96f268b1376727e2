import { appServices } from '#server/api/app-services.ts';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { AppError } from '#server/platform/errors.ts';
import { findViewer } from './find-viewer.ts';

/** The signed-in person behind these request headers; null when nobody is signed in. */
export const currentViewer = async (headers: Headers): Promise<Viewer | null> =>
  findViewer(appServices(), headers);

/** The signed-in person behind these request headers. Throws `unauthenticated`. */
export const requireViewer = async (headers: Headers): Promise<Viewer> => {
  const viewer = await currentViewer(headers);
  if (viewer === null) {
    throw new AppError('unauthenticated', 'You are not signed in.', {
      hint: 'Sign in and try again.',
    });
  }
  return viewer;
};
