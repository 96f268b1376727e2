import type { AppServices } from '#server/api/app-services.ts';
import { decrypt } from '#server/platform/crypto.ts';
import { problemResponse, toAppError } from '#server/platform/error-map.ts';
import { AppError, type AppErrorCode } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { logFor } from '#server/platform/log.ts';
import { acceptHook } from '#server/runtime/accept-hook.ts';
import { verifyWebhook } from '#server/runtime/verify-webhook.ts';
import { findHook, type HookRow } from '#server/store/product-hooks.ts';
import { insertReceipt, type NewReceipt } from '#server/store/receipts.ts';
import { parseJson, readBody } from './read-body.ts';

const log = logFor('hooks');

const RESULTS: Partial<Readonly<Record<AppErrorCode, NewReceipt['result']>>> = {
  bad_signature: 'bad_signature',
  paused: 'paused',
};

/** A refused call leaves a receipt too; the reason, never the payload. */
const leaveReceipt = async (
  services: AppServices,
  hook: HookRow,
  error: AppError,
): Promise<void> => {
  if (error.code === 'internal') return;
  await insertReceipt(services.reads, {
    id: newId('rcp'),
    orgId: hook.orgId,
    automationId: hook.automationId,
    source: 'hook',
    result: RESULTS[error.code] ?? 'invalid',
    runId: null,
    detail: error.message,
    startKey: null,
  });
};

/** The message's id by its header. Where the trigger has a secret, the signature covers it. */
const checkSignature = (
  services: AppServices,
  hook: HookRow,
  headers: Headers,
  body: Uint8Array,
): string | null => {
  if (hook.sealedSecret === null) return headers.get('webhook-id');
  const secret = decrypt(services.secrets.credentialsKey, hook.sealedSecret, hook.automationId);
  const check = verifyWebhook(secret, headers, body, Date.now());
  if (!check.ok) throw new AppError('bad_signature', check.why, { hint: check.hint });
  return check.messageId;
};

const accept = async (
  services: AppServices,
  hook: HookRow,
  request: Request,
): Promise<Response> => {
  const body = await readBody(request);
  const messageId = checkSignature(services, hook, request.headers, body);
  const payload = parseJson(body);
  const { runId, duplicate } = await acceptHook(services.deps, { hook, payload, messageId });
  return Response.json({ runId, duplicate }, { status: duplicate ? 200 : 202 });
};

/** One call of a webhook trigger. Every call of a known trigger leaves a receipt. */
export const receiveHook = async (
  services: AppServices,
  hookId: string,
  request: Request,
): Promise<Response> => {
  let hook: HookRow | null = null;
  try {
    hook = await findHook(services.reads, hookId);
    if (hook === null) {
      throw new AppError('not_found', 'No automation listens here.', {
        hint: 'Copy the address from the automation’s trigger.',
      });
    }
    return await accept(services, hook, request);
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') log.error({ err: error, hookId }, 'a trigger call failed');
    if (hook !== null) await leaveReceipt(services, hook, appError);
    return problemResponse(appError);
  }
};
