'use client';

import { type ReactNode, createContext, useContext } from 'react';
import type { Viewer } from '#server/api/views/workspace-view.ts';

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** Who is signed in. Throws outside of the shell, which is a bug. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error('useViewer needs the shell around it');
  return viewer;
}
