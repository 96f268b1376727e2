import type { AdvanceEnv } from './advance-env.ts';
import type { RunEvent } from './event.ts';
import { findHindrance, scopeChain, scopesIn } from './migration-hindrance.ts';
import type { MigrationFacts } from './migration-facts.ts';
import type { MigrationRefusal, ReadOrder } from './migration-order.ts';
import { moveVisit } from './move-visit.ts';
import type { Plan } from './plan.ts';
import type { RunMove } from './run-move.ts';
import { isUntouched } from './run-move.ts';
import type { RunState } from './state.ts';
import type { Refused } from './stay-at-step.ts';
import { openSteps, startWalk, type Walk } from './walk.ts';

export interface MigrationAsked {
  readonly migrationId: string | null;
  readonly order: ReadOrder;
  /** Plans of the version that the run is on and of the one that it is to go on with. */
  readonly from: Plan;
  readonly to: Plan;
  readonly state: RunState;
  readonly facts: MigrationFacts;
  readonly env: AdvanceEnv;
}

export type MigrationVerdict =
  | {
      readonly kind: 'move';
      readonly event: Extract<RunEvent, { kind: 'run_migrated' }>;
      readonly sentence: string;
    }
  | { readonly kind: 'cancel'; readonly sentence: string }
  | { readonly kind: 'leave'; readonly sentence: string }
  | {
      readonly kind: 'refuse';
      readonly code: MigrationRefusal;
      readonly sentence: string;
      /** It may well be otherwise in a moment: worth asking again. */
      readonly transient: boolean;
    };

/**
 * What an order does to a run as it is now: purely, and without doing it. The event of a `move`
 * makes `advance` write exactly what was decided here; every other verdict changes nothing of the
 * run's place. A run that stands at several steps is moved as a whole or not at all: one that is to
 * be left anywhere is left, else one that is to be cancelled anywhere is cancelled.
 */
export function planMigration(asked: MigrationAsked): MigrationVerdict {
  const { order, state, env } = asked;
  const walk = startWalk(asked.to, state, env);
  const hindrance = findHindrance(asked, openSteps(walk));
  if (hindrance?.how === 'refused') return refusal(hindrance);
  const rules = openSteps(walk).map((step) =>
    order.matches.has(step.stepId) ? null : (order.rules.get(step.stepId)?.kind ?? null),
  );
  if (rules.includes('leave')) {
    return { kind: 'leave', sentence: `It finishes on version ${order.from}.` };
  }
  if (rules.includes('cancel')) return { kind: 'cancel', sentence: 'It is cancelled.' };
  const moves: RunMove[] = [];
  for (const step of openSteps(walk)) {
    const move = moveVisit(walk, asked, step, scopeChain(state, step.scope));
    if (move.how === 'refused') return refusal(move);
    moves.push(move);
  }
  const scopes = scopesIn(asked.to, state);
  const { migrationId } = asked;
  const { from, to } = order;
  return {
    kind: 'move',
    event: { kind: 'run_migrated', migrationId, from, to, plan: asked.to, moves, scopes },
    sentence: sayMoves(walk, moves, order.to),
  };
}

function refusal({ code, message, transient }: Refused): MigrationVerdict {
  return { kind: 'refuse', code, sentence: message, transient };
}

function sayMoves(walk: Walk, moves: readonly RunMove[], to: number): string {
  const nameOf = (stepId: string): string => `"${walk.plan.steps.get(stepId)?.name ?? stepId}"`;
  const said = moves.flatMap((move) => {
    if (isUntouched(move)) return [];
    if (move.how === 'begins') return [`begins ${nameOf(move.to)}`];
    if (move.how === 'passes') return [`goes past ${nameOf(move.visit.stepId)}`];
    return [`waits at ${nameOf(move.visit.stepId)} by its new settings`];
  });
  const unique = [...new Set(said)];
  return unique.length === 0
    ? `It goes on with version ${to} where it stands.`
    : `It goes on with version ${to} and ${unique.join(' and ')}.`;
}
