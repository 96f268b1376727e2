import type { Connector, OpenConnection } from '#server/connectors/connector.ts';
import type { RunEvent } from '#server/engine/event.ts';
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
