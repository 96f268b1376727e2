import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { single } from '#app/single.ts';
import { MigrateScreen } from '#components/migrations/migrate-screen.tsx';
import { can } from '#server/auth/permissions.ts';

type Param = string | string[];

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<{
    readonly from?: Param;
    readonly to?: Param;
    readonly migration?: Param;
  }>;
}

export const metadata: Metadata = { title: 'Move people' };

const versionIn = (value: Param | undefined): number | null => {
  const text = single(value);
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
};

export default async function MigratePage({ params, searchParams }: Props) {
  const { id } = await params;
  const search = await searchParams;
  const named = single(search.migration);
  const [viewer, detail, migrations, migration] = await readForPage(async (api) =>
    Promise.all([
      api.viewer.get(),
      api.automations.get({ id, version: null }),
      api.migrations.list({ automationId: id, limit: 20 }),
      named === undefined ? null : api.migrations.get({ id: named }),
    ]),
  );
  const crowded = detail.versions.find(({ live, openRuns }) => !live && openRuns > 0);
  return (
    <MigrateScreen
      detail={detail}
      from={versionIn(search.from) ?? crowded?.version ?? null}
      to={versionIn(search.to) ?? detail.liveVersion}
      migration={migration}
      migrations={migrations.items}
      wizardKey={randomUUID()}
      mayMove={can(viewer.role, 'automation.publish')}
    />
  );
}
