import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { SettingsScreen } from '#components/settings/settings-screen.tsx';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const [viewer, settings] = await readForPage(async (api) =>
    Promise.all([api.viewer.get(), api.workspace.get()]),
  );
  return (
    <SettingsScreen settings={settings} mayConfigure={can(viewer.role, 'workspace.configure')} />
  );
}
