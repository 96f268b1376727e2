import { can, isRole } from '#server/auth/permissions.ts';
import { withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { listMembers } from '#server/store/product-members.ts';
import { writeFourEyes } from '#server/store/product-publish-requests.ts';
import type { RuntimeDeps } from './deps.ts';

/**
 * Whether publishing needs a second person from now on. What waits keeps waiting when it is turned
 * off, until it is answered or something is published. Throws AppError `unprocessable` where fewer
 * than two people may publish: nothing could go live any more.
 */
export const setFourEyes = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  change: { readonly orgId: string; readonly on: boolean; readonly actor: string },
): Promise<void> =>
  withTransaction(deps.pool, async (tx) => {
    const { orgId, on, actor } = change;
    const publishers = (await listMembers(tx, orgId)).filter(
      ({ role }) => isRole(role) && can(role, 'automation.publish'),
    );
    if (on && publishers.length < 2) {
      throw new AppError('unprocessable', 'Only one person here may publish.', {
        hint: 'Invite another owner or editor first.',
      });
    }
    await writeFourEyes(tx, orgId, on);
    await insertAudit(tx, {
      orgId,
      actor,
      action: on ? 'workspace.four_eyes_on' : 'workspace.four_eyes_off',
      subject: orgId,
    });
  });
