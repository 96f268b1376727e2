import { forMembers } from '#server/api/trpc.ts';
import { workspaceSettings } from '#server/api/views/publishing-view.ts';
import { listMembers } from '#server/store/product-members.ts';
import { readFourEyes } from '#server/store/product-publish-requests.ts';

/** Its settings and its people. */
export const get = forMembers.output(workspaceSettings).query(async ({ ctx }) => {
  const { services, orgId, viewer } = ctx;
  const { name, timezone } = viewer.organisation;
  return workspaceSettings.parse({
    name,
    timezone,
    fourEyes: await readFourEyes(services.reads, orgId),
    members: await listMembers(services.reads, orgId),
  });
});
