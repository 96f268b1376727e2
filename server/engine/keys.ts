import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import { isoOf } from './iso.ts';
import type { Visit } from './state.ts';

/** SHA-256 in hex of a text's UTF-8 bytes. */
export function digestText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The name of a JSON value: equal values share it, whatever their keys' order. */
export function digestJson(value: unknown): string {
  return digestText(canonicalJson(value));
}

/**
 * Names what a visit does outside. It says nothing of attempts, so every retry carries it:
 * `run/step`, in a loop `run/step/iteration`. `part` names a further effect of the same visit,
 * such as the message to those whom an approval was escalated to.
 */
export function effectKey(runId: string, visit: Visit, part?: string): string {
  const base =
    visit.iteration === 1
      ? `${runId}/${visit.stepId}`
      : `${runId}/${visit.stepId}/${visit.iteration}`;
  return part === undefined ? base : `${base}:${part}`;
}

/** Ids from outside that are long or hold control characters are hashed: they must fit an index. */
const PLAIN_EVENT_ID = /^[\x21-\x7e]{1,200}$/;

/** One run per event of the provider: the event's own id is the key. */
export function startKey(automationId: string, eventId: string): string {
  return PLAIN_EVENT_ID.test(eventId)
    ? `event:${automationId}:${eventId}`
    : `event-sha256:${automationId}:${digestText(eventId)}`;
}

/** One run per content, only where the author accepted that equal submissions collapse. */
export function startKeyFromPayload(automationId: string, payload: unknown): string {
  return `payload:${automationId}:${digestJson(payload)}`;
}

/** One run per visit of the step that starts it, however often the step is tried. */
export function startKeyOfChild(parentRunId: string, visit: Visit): string {
  return `run:${effectKey(parentRunId, visit)}`;
}

/** One run per fire of a schedule, however many nodes notice it. `instant` in epoch ms. */
export function startKeyFromSchedule(scheduleId: string, instant: number): string {
  return `schedule:${scheduleId}:${isoOf(instant)}`;
}

/**
 * The id of one wake-up: a UUID (version 8) that the same visit and wake number always get. The
 * wake number keeps a wake-up that the queue still remembers from swallowing the next one.
 */
export function wakeId(runId: string, visit: Visit, wake: number): string {
  return uuidOf(`wake:${runId}/${visit.stepId}/${visit.iteration}/${wake}`);
}

/** A UUID (RFC 9562, version 8) made of a text's SHA-256. */
export function uuidOf(text: string): string {
  const bytes = sha256(utf8ToBytes(text)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
