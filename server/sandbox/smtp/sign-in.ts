import type { SMTPServerAuthentication } from 'smtp-server';
import { constantTimeEqual } from '#server/platform/crypto.ts';
import { txOf } from '#server/platform/db.ts';
import type { SandboxContext } from '../context.ts';
import { takeFault } from '../store/faults.ts';
import { recordSmtpCall } from './record-smtp-call.ts';
import { smtpError } from './smtp-error.ts';

/** Any mailbox with the sandbox's password. Throws what the client is told. */
export const signIn = async (
  ctx: SandboxContext,
  auth: SMTPServerAuthentication,
): Promise<string> => {
  const began = performance.now();
  const fault = await takeFault(txOf(ctx.pool), 'smtp', (mode) => mode === 'revoked');
  const user = auth.username ?? '';
  const accepted =
    fault.mode !== 'revoked' &&
    user !== '' &&
    constantTimeEqual(auth.password ?? '', ctx.credentials.smtpPassword);
  if (accepted) return user;
  await recordSmtpCall(ctx, 'AUTH', { status: 535, fault, began });
  throw smtpError(535, '5.7.8 Authentication credentials invalid');
};
