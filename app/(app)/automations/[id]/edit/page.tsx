import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { EditorScreen } from '#components/editor/editor-screen.tsx';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'Edit' };

export default async function EditPage({ params }: { params: Promise<{ readonly id: string }> }) {
  const { id } = await params;
  const [viewer, detail, connections] = await readForPage(async (api) =>
    Promise.all([
      api.viewer.get(),
      api.automations.get({ id, version: null }),
      api.connections.list(),
    ]),
  );
  return (
    <EditorScreen
      facts={{
        detail,
        live: detail.shownDocument,
        connections: connections.items,
        mayEdit: can(viewer.role, 'automation.edit'),
        mayPublish: can(viewer.role, 'automation.publish'),
        mayRun: can(viewer.role, 'run.start'),
        now: new Date(),
      }}
    />
  );
}
