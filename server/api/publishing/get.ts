import { z } from 'zod';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { permitted } from '#server/api/trpc.ts';
import { publishingState } from '#server/api/views/publishing-view.ts';
import { can, isRole } from '#server/auth/permissions.ts';
import { listMembers } from '#server/store/product-members.ts';
import { findLatestPublishRequest, readFourEyes } from '#server/store/product-publish-requests.ts';
import { toRequestView } from './to-request-view.ts';

/** Whether publishing needs a second person, and what was last asked about this automation. */
export const get = permitted('automation.read')
  .input(z.object({ automationId: z.string().max(100) }))
  .output(publishingState)
  .query(async ({ ctx, input }) => {
    const { services, orgId, actor, viewer } = ctx;
    const automationId = await automationIdOf(services, orgId, input.automationId);
    const request = await findLatestPublishRequest(services.reads, automationId);
    const members = await listMembers(services.reads, orgId);
    return {
      fourEyes: await readFourEyes(services.reads, orgId),
      request: request === null ? null : toRequestView(request, actor),
      others: members
        .filter(({ userId, role }) => userId !== viewer.userId && isRole(role))
        .filter(({ role }) => isRole(role) && can(role, 'automation.publish'))
        .map(({ name }) => name),
    };
  });
