import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { ConnectionsScreen } from '#components/connections/connections-screen.tsx';
import { RefreshPage } from '#components/live/refresh-page.tsx';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'Connections' };

export default async function ConnectionsPage() {
  const [viewer, page] = await readForPage(async (api) =>
    Promise.all([api.viewer.get(), api.connections.list()]),
  );
  return (
    <>
      <RefreshPage seconds={10} />
      <ConnectionsScreen
        connections={page.items}
        now={new Date()}
        mayReconnect={can(viewer.role, 'connection.reconnect')}
      />
    </>
  );
}
