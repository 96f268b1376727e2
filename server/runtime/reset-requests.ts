import type { Tx } from '#server/platform/db.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { resetPublishRequests } from '#server/store/product-publish-requests.ts';

/** Takes back what was asked about a draft that is no more. The caller holds the automation's row. */
export const resetRequests = async (
  tx: Tx,
  of: { readonly orgId: string; readonly automationId: string; readonly actor: string },
): Promise<void> => {
  for (const request of await resetPublishRequests(tx, of.automationId, of.actor)) {
    await insertAudit(tx, {
      orgId: of.orgId,
      actor: of.actor,
      action: 'publish_request.reset',
      subject: of.automationId,
      detail: { request },
    });
  }
};
