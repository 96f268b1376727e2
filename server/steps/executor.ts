import type { DataScope, Render } from '#server/engine/definition.ts';
import type { StepError } from '#server/engine/event.ts';
import type { Visit } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';

/** What an executor may see of the run that it works for. */
export interface ExecuteContext<Config> {
  readonly orgId: string;
  readonly runId: string;
  readonly visit: Visit;
  readonly config: Config;
  readonly data: DataScope;
  readonly render: Render;
  readonly contact: ContactForSending | null;
  readonly approval: ApprovalForPosting | null;
  /** What the step's connection says, as far as it belongs into the request; null without one. */
  readonly connection: ConnectionForRequest | null;
  /** The effect key that this visit's effect has. */
  readonly effectKey: string;
  /** Epoch milliseconds, by the database. */
  readonly now: number;
  /** Base URL of the product, for links. */
  readonly appUrl: string;
  /** Signs a short-lived button token. */
  readonly signToken: (payload: Readonly<Record<string, unknown>>, expiresAt: number) => string;
}

/** Never its credentials: a frozen request is kept and shown. */
export interface ConnectionForRequest {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface ContactForSending {
  readonly id: string;
  readonly email: string | null;
  readonly emailConsent: 'granted' | 'withdrawn' | null;
  readonly suppressed: boolean;
  readonly erased: boolean;
}

export interface ApprovalForPosting {
  readonly id: string;
  readonly content: string;
  readonly digest: string;
  readonly assignees: readonly string[];
  readonly target: string | null;
  readonly deadlineAt: number;
  readonly deadlineThen: string;
}

export type Prepared =
  /** Send this. Frozen at the first claim; later attempts do not call `prepare` again. */
  | { kind: 'request'; request: unknown; reserveMicros?: number }
  /** Nothing is to be sent: leave by this port, with the reason kept in the output. */
  | { kind: 'skip'; port: string; output: unknown; reason: string }
  | { kind: 'fail'; error: StepError };

export type Completed =
  | { kind: 'leave'; port: string; output: unknown }
  /** The approval's message was posted; the step now waits for a person. */
  | { kind: 'posted'; messageRef: { readonly channel: string; readonly ts: string } };

/** A step whose work is one call to the outside, run through the effect ledger. */
export interface EffectExecutor<Config = unknown> {
  readonly kind: 'effect';
  readonly connector: string;
  /** The connection's name in the workspace, or null for calls that need none. */
  readonly connection: (config: Config) => string | null;
  readonly prepare: (context: ExecuteContext<Config>) => Prepared;
  readonly complete: (context: ExecuteContext<Config>, result: unknown) => Completed;
  /** Real cost of the call, millionths of the currency unit. */
  readonly costMicros?: (result: unknown) => number;
}

/** A step whose work is in our own database: it runs inside the settling transaction. */
export interface LocalExecutor<Config = unknown> {
  readonly kind: 'local';
  readonly run: (
    tx: Tx,
    context: ExecuteContext<Config>,
  ) => Promise<
    { kind: 'leave'; port: string; output: unknown } | { kind: 'fail'; error: StepError }
  >;
  /** The same for a test run, which changes nothing: what would have been done, as the output. */
  readonly rehearse: (
    context: ExecuteContext<Config>,
  ) => { kind: 'leave'; port: string; output: unknown } | { kind: 'fail'; error: StepError };
}

/** A step whose work is computed from what it is handed: nothing is read, nothing is called. */
export interface ComputeExecutor<Config = unknown> {
  readonly kind: 'compute';
  readonly run: (
    context: Pick<
      ExecuteContext<Config>,
      'orgId' | 'runId' | 'visit' | 'config' | 'data' | 'render'
    >,
  ) => { kind: 'leave'; port: string; output: unknown } | { kind: 'fail'; error: StepError };
}

/** A step that starts another run, in the transaction that settles the step. */
export interface ChildExecutor<Config = unknown> {
  readonly kind: 'child';
  readonly prepare: (context: Pick<ExecuteContext<Config>, 'config' | 'data' | 'render'>) => Child;
}

export type Child =
  | {
      kind: 'start';
      /** Id or slug. */
      automation: string;
      input: Readonly<Record<string, unknown>>;
      /** How long its end is waited for, ISO 8601; null: not at all. */
      patience: string | null;
    }
  | { kind: 'fail'; error: StepError };

export type Executor<Config = unknown> =
  | EffectExecutor<Config>
  | LocalExecutor<Config>
  | ChildExecutor<Config>
  | ComputeExecutor<Config>;
