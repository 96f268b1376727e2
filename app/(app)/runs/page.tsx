import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { parseRunsFilter, runsInput } from '#components/run/runs-filter.ts';
import { RunsPage } from '#components/run/runs-page.tsx';

export const metadata: Metadata = { title: 'Runs' };

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const filter = parseRunsFilter(await searchParams);
  const [firstPage, automations, counts] = await readForPage(async (api) =>
    Promise.all([
      api.runs.list({ ...runsInput(filter), limit: 50 }),
      api.automations.list({ limit: 100 }),
      api.navigation.counts(),
    ]),
  );
  return (
    <RunsPage
      key={JSON.stringify(filter)}
      filter={filter}
      firstPage={firstPage}
      automations={automations.items.map(({ id, name }) => ({ id, name }))}
      counts={counts}
      now={new Date()}
    />
  );
}
