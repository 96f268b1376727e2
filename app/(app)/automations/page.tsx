import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { AutomationsScreen } from '#components/automations/automations-screen.tsx';
import { RefreshPage } from '#components/live/refresh-page.tsx';
import { callerFor } from '#server/api/caller.ts';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'Automations' };

export default async function AutomationsPage() {
  const api = callerFor(await headers());
  const [viewer, page, summary] = await Promise.all([
    api.viewer.get(),
    api.automations.list({ limit: 100 }),
    api.automations.summary(),
  ]);
  return (
    <>
      <RefreshPage seconds={10} />
      <AutomationsScreen
        items={page.items}
        summary={summary}
        now={new Date()}
        mayRun={can(viewer.role, 'run.start')}
      />
    </>
  );
}
