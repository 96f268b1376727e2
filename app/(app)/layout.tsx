import type { ReactNode } from 'react';
import { readForPage } from '#app/read-for-page.ts';
import { AppShell } from '#components/shell/app-shell.tsx';

/** Every page of a workspace: for members only, inside the shell. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const [viewer, counts] = await readForPage(async (api) =>
    Promise.all([api.viewer.get(), api.navigation.counts()]),
  );
  return (
    <AppShell viewer={viewer} counts={counts}>
      {children}
    </AppShell>
  );
}
