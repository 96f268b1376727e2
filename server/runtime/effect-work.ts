import type { Connector, OpenConnection } from '#server/connectors/connector.ts';
import type { RunEvent, StepError } from '#server/engine/event.ts';
import { spreadOf } from '#server/engine/spread.ts';
import type { EffectExecutor, ExecuteContext } from '#server/steps/executor.ts';
import type { CallContext } from '#server/store/call-context.ts';
import type { RuntimeDeps } from './deps.ts';
import type { StepWork } from './step-work.ts';
import type { WorkerContext } from './worker-context.ts';

/** Everything about one effect's attempt, put together once. */
export interface EffectWork {
  readonly deps: RuntimeDeps;
  readonly worker: WorkerContext;
  readonly work: StepWork;
  readonly executor: EffectExecutor;
  readonly connector: Connector;
  readonly connection: OpenConnection | null;
  /** The connection's breaker as it was when the attempt was put together. */
  readonly breaker: 'closed' | 'open' | 'half_open';
  readonly call: CallContext;
  readonly context: ExecuteContext<unknown>;
  /** Aborted when the worker has to stop, or has lost the step. */
  readonly signal: AbortSignal;
}

/** What looking at the ledger led to. */
export type Opened =
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'settled'; readonly result: unknown }
  | {
      readonly kind: 'begun';
      readonly token: number;
      readonly attempt: number;
      readonly request: unknown;
      /** Monotonic milliseconds, before the lease began. */
      readonly since: number;
    };

export const parked = (
  work: StepWork,
  code: string,
  message: string,
  connectionId?: string,
): RunEvent => ({
  kind: 'step_parked',
  visit: work.visit,
  error: { code, message },
  ...(connectionId === undefined ? {} : { connectionId }),
});

/** Not this step's own failing: it comes back at `until` (epoch milliseconds), no attempt burnt. */
export const putOff = (effect: EffectWork, until: number, error: StepError): Opened => ({
  kind: 'event',
  event: { kind: 'step_put_off', visit: effect.work.visit, until, error },
});

/** Milliseconds below `most` that belong to the run: what was put off together comes back apart. */
export const spreadMs = (effect: EffectWork, most: number): number =>
  spreadOf(effect.work.step.runId, most);
