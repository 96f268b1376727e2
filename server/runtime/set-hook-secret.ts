import { randomBytes } from 'node:crypto';
import { encrypt } from '#server/platform/crypto.ts';
import { withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { writeHookSecret } from '#server/store/product-drafts.ts';
import type { RuntimeDeps } from './deps.ts';

export interface SetHookSecret {
  readonly orgId: string;
  readonly automationId: string;
  /** False takes it away: calls then need no signature. */
  readonly signed: boolean;
  readonly actor: string;
}

/**
 * Gives the trigger a new signing secret, in the form of Standard Webhooks. It is returned this
 * once and kept sealed; the one before stops working now. Throws AppError `not_found`.
 */
export const setHookSecret = async (
  deps: Pick<RuntimeDeps, 'pool' | 'secrets'>,
  { orgId, automationId, signed, actor }: SetHookSecret,
): Promise<{ readonly secret: string | null }> => {
  const secret = signed ? `whsec_${randomBytes(24).toString('base64')}` : null;
  const sealed =
    secret === null ? null : encrypt(deps.secrets.credentialsKey, secret, automationId);
  await withTransaction(deps.pool, async (tx) => {
    const found = await writeHookSecret(tx, { orgId, automationId, sealed });
    if (!found) throw new AppError('not_found', 'There is no such automation here.');
    await insertAudit(tx, {
      orgId,
      actor,
      action: signed ? 'automation.hook_secret_set' : 'automation.hook_secret_removed',
      subject: automationId,
    });
  });
  return { secret };
};
