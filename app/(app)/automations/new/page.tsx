import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { readForPage } from '#app/read-for-page.ts';
import { NewAutomationScreen } from '#components/automations/new/new-automation-screen.tsx';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'New automation' };

export default async function NewAutomationPage() {
  const [viewer, gallery] = await readForPage(async (api) =>
    Promise.all([api.viewer.get(), api.gallery.list()]),
  );
  if (!can(viewer.role, 'automation.edit')) notFound();
  return <NewAutomationScreen gallery={gallery} timezone={viewer.organisation.timezone} />;
}
