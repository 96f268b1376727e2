import type { RuntimeDeps } from './deps.ts';

export interface ResolveEffect {
  readonly orgId: string;
  readonly key: string;
  /** What a person found out: it happened, it did not, or give up and stop the run. */
  readonly outcome: 'happened' | 'did_not_happen' | 'stop';
  /** What the provider made, where the person knows it; assumed from the request otherwise. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  readonly actor: string;
}

export interface ResolvedEffect {
  readonly key: string;
  readonly runId: string;
  readonly status: 'settled' | 'claimed' | 'abandoned';
}

/**
 * A person's answer about an effect in `needs_review`.
 * Throws AppError: `not_found`, `conflict` (not in review any more), `invalid` (a result that the
 * connector does not understand).
 */
export const resolveEffect = async (
  _deps: RuntimeDeps,
  _resolve: ResolveEffect,
): Promise<ResolvedEffect> => {
  throw new Error('Being written.');
};
