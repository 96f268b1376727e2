import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { RunPage } from '#components/run/run-page.tsx';

export const metadata: Metadata = { title: 'Run' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const run = await readForPage(async (api) => api.runs.get({ id }));
  return <RunPage key={run.id} initial={run} />;
}
