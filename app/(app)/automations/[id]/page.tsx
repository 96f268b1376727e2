import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { AutomationScreen } from '#components/automations/automation-screen.tsx';
import { RefreshPage } from '#components/live/refresh-page.tsx';
import { can } from '#server/auth/permissions.ts';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<{ readonly version?: string; readonly publish?: string }>;
}

export const metadata: Metadata = { title: 'Automation' };

const wantedVersion = (version: string | undefined): number | null =>
  version !== undefined && /^[1-9]\d{0,8}$/.test(version) ? Number(version) : null;

export default async function AutomationPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { version, publish } = await searchParams;
  const [viewer, detail] = await readForPage(async (api) =>
    Promise.all([api.viewer.get(), api.automations.get({ id, version: wantedVersion(version) })]),
  );
  return (
    <>
      <RefreshPage seconds={10} />
      <AutomationScreen
        detail={detail}
        opened={publish === undefined ? null : 'publish'}
        now={new Date()}
        may={{
          run: can(viewer.role, 'run.start'),
          pause: can(viewer.role, 'automation.pause'),
          publish: can(viewer.role, 'automation.publish'),
          edit: can(viewer.role, 'automation.edit'),
        }}
      />
    </>
  );
}
