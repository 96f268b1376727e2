import type { RuntimeDeps } from './deps.ts';

export interface StartContact {
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

export interface StartRun {
  readonly orgId: string;
  readonly automationId: string;
  /** Unique in the organisation: the second start under it starts nothing. */
  readonly startKey: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly contact?: StartContact | undefined;
  readonly trigger: 'webhook' | 'manual' | 'api' | 'schedule' | 'run';
  /** `trigger`, `api`, `user:<id>`. */
  readonly actor: string;
  readonly isTest?: boolean | undefined;
  /** Where the call came from; a receipt is written in the same transaction. */
  readonly receipt?: 'hook' | 'api' | 'schedule' | undefined;
}

export interface StartedRun {
  readonly runId: string;
  readonly duplicate: boolean;
  readonly receiptId: string | null;
}

/**
 * Starts a run on the automation's live version, once per start key.
 * Throws AppError: `not_found`, `paused`, `unprocessable` (never published), `invalid` (input that
 * jsonb cannot hold).
 */
export const startRun = async (_deps: RuntimeDeps, _start: StartRun): Promise<StartedRun> => {
  throw new Error('Being written.');
};
