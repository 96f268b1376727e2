import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { HealthScreen } from '#components/health/health-screen.tsx';
import { RefreshPage } from '#components/live/refresh-page.tsx';

export const metadata: Metadata = { title: 'Engine health' };

export default async function HealthPage() {
  const [health, connections] = await readForPage(async (api) =>
    Promise.all([api.health.get(), api.connections.list()]),
  );
  return (
    <>
      <RefreshPage seconds={5} />
      <HealthScreen health={health} connections={connections.items} now={new Date()} />
    </>
  );
}
