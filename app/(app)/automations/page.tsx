import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { AutomationsScreen } from '#components/automations/automations-screen.tsx';
import { RefreshPage } from '#components/live/refresh-page.tsx';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'Automations' };

export default async function AutomationsPage() {
  const [viewer, page, summary] = await readForPage(async (api) =>
    Promise.all([
      api.viewer.get(),
      api.automations.list({ limit: 100 }),
      api.automations.summary(),
    ]),
  );
  return (
    <>
      <RefreshPage seconds={10} />
      <AutomationsScreen
        items={page.items}
        summary={summary}
        now={new Date()}
        mayRun={can(viewer.role, 'run.start')}
        may={{
          edit: can(viewer.role, 'automation.edit'),
          pause: can(viewer.role, 'automation.pause'),
        }}
      />
    </>
  );
}
