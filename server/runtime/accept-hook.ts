import type { JSONValue } from 'json-p3';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { startKey, startKeyFromPayload } from '#server/engine/keys.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { HookRow } from '#server/store/product-hooks.ts';
import type { RuntimeDeps } from './deps.ts';
import { readContact, readText, webhookConfigSchema, type WebhookConfig } from './read-payload.ts';
import { startRun, type StartedRun } from './start-run.ts';

export interface HookCall {
  readonly hook: HookRow;
  /** Parsed body. */
  readonly payload: unknown;
  /** The sender's id of the message (`webhook-id`), the same on every retry; null without one. */
  readonly messageId: string | null;
}

const lacking = (missing: readonly string[]): AppError =>
  new AppError('unprocessable', `The payload lacks ${missing.join(', and ')}.`, {
    hint: 'Send it, or change where the trigger looks for it.',
    details: { missing },
  });

const notActive = (hook: HookRow): AppError =>
  new AppError('paused', `"${hook.name}" is ${hook.status} and starts no runs.`, {
    hint: 'Resume it, then send the event again.',
  });

const livePublished = (hook: HookRow): AutomationDocument => {
  if (hook.liveDocument !== null) return documentSchema.parse(hook.liveDocument);
  if (hook.status !== 'active') throw notActive(hook);
  throw new AppError('unprocessable', `"${hook.name}" was never published.`, {
    hint: 'Publish it, then send the event again.',
  });
};

const isObject = (value: unknown): value is Record<string, JSONValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Key {
  readonly key: string | null;
  readonly missing: readonly string[];
}

/**
 * The event's own id where the trigger says where it is; else the content, where the author
 * accepted that equal ones collapse; else the message's id. Without any of them every call is an
 * event of its own: publishing warned of that.
 */
const keyOf = (call: HookCall, payload: JSONValue, config: WebhookConfig): Key => {
  const { automationId } = call.hook;
  const eventId = config.eventId === undefined ? null : readText(payload, config.eventId);
  if (eventId !== null) return { key: startKey(automationId, eventId), missing: [] };
  if (config.collapseIdentical) {
    return { key: startKeyFromPayload(automationId, payload), missing: [] };
  }
  if (config.eventId !== undefined) {
    return { key: null, missing: [`the event's id at ${config.eventId}`] };
  }
  return { key: startKey(automationId, call.messageId ?? newId('call')), missing: [] };
};

/**
 * One call of a webhook trigger, after its signature was checked: at most one run per event.
 * A paused automation still acknowledges what it has already taken.
 * Throws AppError: `paused`, `unprocessable` (details.missing), `invalid`.
 */
export const acceptHook = async (deps: RuntimeDeps, call: HookCall): Promise<StartedRun> => {
  const document = livePublished(call.hook);
  const refuse = (missing: readonly string[]): AppError =>
    call.hook.status === 'active' ? lacking(missing) : notActive(call.hook);
  if (!isObject(call.payload)) throw refuse(['a JSON object as its body']);
  const config = webhookConfigSchema.parse(document.trigger.config);
  const { contact, missing } = readContact(call.payload, config);
  const { key, missing: missingKey } = keyOf(call, call.payload, config);
  const lacks = [...missingKey, ...missing];
  if (key === null || lacks.length > 0) throw refuse(lacks);
  return startRun(deps, {
    orgId: call.hook.orgId,
    automationId: call.hook.automationId,
    startKey: key,
    input: call.payload,
    contact,
    trigger: 'webhook',
    actor: 'trigger',
    receipt: 'hook',
  });
};
