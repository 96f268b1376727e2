/**
 * The life of one effect, for one attempt of its step:
 *
 *   read the ledger ─► settled? ──────────────────────────────► complete the step
 *        │             alive elsewhere? ──────────────────────► put the step off
 *        │             may have happened? ─► resolve the doubt ─► complete, retry, or ask a person
 *        ▼
 *   begin (in flight, committed) ─► call, outside any transaction ─► settle, or record the failure
 *
 * The key names the effect and not the attempt; the request is frozen when it first begins.
 */
import type { RunEvent } from '#server/engine/event.ts';
import { txOf } from '#server/platform/db.ts';
import { CommitUnknownError, isTransientDatabaseError } from '#server/platform/errors.ts';
import type { EffectExecutor } from '#server/steps/executor.ts';
import { readCallContext } from '#server/store/call-context.ts';
import { findConnectionByName } from '#server/store/connection-credentials.ts';
import { findEffect, type EffectRow } from '#server/store/effects.ts';
import { askBreaker } from './ask-breaker.ts';
import { beginFirst } from './begin-first-attempt.ts';
import { completeEffect } from './complete-effect.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';
import { parked, type EffectWork, type Opened } from './effect-work.ts';
import { patientTx } from './patient-tx.ts';
import { performAttempt } from './perform-attempt.ts';
import { executeContextOf, type StepWork } from './step-work.ts';
import { takeUpEffect } from './take-up-effect.ts';
import type { WorkerContext } from './worker-context.ts';

/** A test run spends none of the workspace's budget. */
const withoutCost = (executor: EffectExecutor): EffectExecutor => {
  const { costMicros: _, ...free } = executor;
  return {
    ...free,
    prepare: (context) => {
      const prepared = executor.prepare(context);
      return prepared.kind === 'request'
        ? { kind: 'request', request: prepared.request }
        : prepared;
    },
  };
};

const assemble = async (
  deps: RuntimeDeps,
  worker: WorkerContext,
  work: StepWork,
  executor: EffectExecutor,
  signal: AbortSignal,
): Promise<EffectWork | RunEvent> => {
  const { isTest } = work.run.row;
  const connectors = isTest ? deps.tests.connectors : deps.connectors;
  const connector = connectors.get(executor.connector);
  if (connector === undefined) throw new Error(`There is no connector ${executor.connector}.`);
  const tx = txOf(deps.pool);
  const { runId, stepId, iteration, orgId } = work.step;
  const name = executor.connection(work.config);
  const sealed = name === null ? null : await findConnectionByName(tx, orgId, name);
  if (name !== null && sealed === null) {
    return parked(work, 'connection_missing', `Add a connection named "${name}".`);
  }
  // Its credentials would go wherever the other connector's step says.
  if (sealed !== null && sealed.kind !== connector.kind) {
    const message = `“${sealed.name}” is not a connection for this kind of step: choose another.`;
    return parked(work, 'connection_wrong_kind', message);
  }
  const call = await readCallContext(tx, runId, stepId, iteration);
  return {
    deps,
    worker,
    work,
    executor: isTest ? withoutCost(executor) : executor,
    connector,
    // A test run neither opens the workspace's connection nor says anything about its health.
    breaker: isTest ? 'closed' : (sealed?.breaker ?? 'closed'),
    connection:
      isTest || sealed === null ? null : openConnection(deps.secrets.credentialsKey, sealed),
    call,
    context: executeContextOf(deps, work, call, sealed),
    signal,
  };
};

/** Whether taking the effect up means a call to the provider now. */
const meansCall = (known: EffectRow | null): boolean =>
  known === null ||
  known.status === 'claimed' ||
  known.status === 'abandoned' ||
  known.status === 'outcome_unknown' ||
  (known.status === 'in_flight' && known.leaseLapsed);

/**
 * An attempt that was begun and whose confirmation was lost on its way from the database: nobody
 * has called yet, and nobody but us will. What an older step of this process holds is not ours.
 */
const ownWork = async (effect: EffectWork, since: number): Promise<Opened | null> => {
  const { deps, worker, work } = effect;
  const found = await findEffect(patientTx(deps), work.key);
  if (found?.status !== 'in_flight' || found.owner !== worker.id) return null;
  const { key, token, attempts: attempt, request } = found;
  const inHand = worker.held.effects().some((held) => held.key === key && held.token === token);
  return inHand ? null : { kind: 'begun', token, attempt, request, since };
};

const begin = async (effect: EffectWork, known: EffectRow | null): Promise<Opened | null> => {
  const since = performance.now();
  try {
    return known === null ? await beginFirst(effect) : await takeUpEffect(effect, known);
  } catch (error) {
    const lost = error instanceof CommitUnknownError || isTransientDatabaseError(error);
    if (!lost) throw error;
    return ownWork(effect, since);
  }
};

/** Looks again when someone else moved the effect in between; each look follows a real change. */
const open = async (effect: EffectWork): Promise<Opened> => {
  for (let looks = 0; looks < 5; looks += 1) {
    const known = await findEffect(txOf(effect.deps.pool), effect.work.key);
    const refused = meansCall(known) ? await askBreaker(effect) : null;
    if (refused !== null) return refused;
    const opened = await begin(effect, known);
    if (opened !== null) return opened;
  }
  const { visit } = effect.work;
  return { kind: 'event', event: { kind: 'attempt_released', visit, owner: effect.worker.id } };
};

/** Runs the step's effect and says what happened to the step. */
export const runEffect = async (
  deps: RuntimeDeps,
  worker: WorkerContext,
  work: StepWork,
  executor: EffectExecutor,
  signal: AbortSignal,
): Promise<RunEvent> => {
  const effect = await assemble(deps, worker, work, executor, signal);
  if ('kind' in effect) return effect;
  const opened = await open(effect);
  if (opened.kind === 'event') return opened.event;
  if (opened.kind === 'settled') return completeEffect(effect, opened.result);
  return performAttempt(effect, opened);
};
