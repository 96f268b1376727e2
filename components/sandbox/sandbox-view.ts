/**
 * What the sandbox's pages show. The shapes are the sandbox's own answers, written down once more
 * here because screens and stand-ins for the outside world do not know each other.
 */
import type { FaultMode, SandboxService } from './fault-words.ts';

export interface FaultView {
  readonly service: SandboxService;
  readonly mode: FaultMode;
  readonly retryAfterSeconds: number;
  readonly slowSeconds: number;
  /** Calls that it still applies to; null: until changed. */
  readonly remaining: number | null;
}

export interface CallView {
  readonly id: number;
  readonly at: Date;
  readonly direction: 'in' | 'out';
  readonly name: string;
  /** Null where the connection was cut without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
}

export interface SlackUserView {
  readonly id: string;
  readonly realName: string;
}

export interface SlackChannelView {
  readonly id: string;
  readonly name: string;
}

export interface SlackMessageView {
  readonly ts: string;
  readonly channel: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly postedAt: Date;
  readonly updated: Date | null;
  readonly deleted: Date | null;
  readonly ephemeralFor: string | null;
}

interface DeliveryView {
  readonly status: 'pending' | 'delivered' | 'given_up';
  readonly attempts: number;
  readonly answerStatus: number | null;
  readonly lastError: string | null;
}

export interface MailReplyView {
  readonly id: string;
  readonly kind: 'reply' | 'bounce';
  readonly text: string;
  readonly createdAt: Date;
  readonly deliveries: readonly DeliveryView[];
}

export interface MailView {
  readonly id: string;
  readonly receivedAt: Date;
  readonly messageId: string | null;
  readonly subject: string;
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly toName: string;
  readonly text: string;
  readonly outcome: 'accepted' | 'hung_up' | 'answered_with_error';
  /** Messages received under the same Message-ID, this one included. */
  readonly deliveries: number;
  readonly replies: readonly MailReplyView[];
}

export interface ModelCallView {
  readonly id: string;
  readonly at: Date;
  readonly idempotencyKey: string | null;
  readonly model: string;
  readonly prompt: string;
  readonly reply: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly replays: number;
}

export interface CrmRecordView {
  readonly id: string;
  readonly object: string;
  readonly externalId: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly writes: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
