import { hasStepBudget } from './budgets.ts';
import type { Entry } from './definition.ts';
import { enterApproval } from './enter-approval.ts';
import { enterSignalWait, enterTimerWait } from './enter-wait.ts';
import { entryOf } from './entry.ts';
import { failStep } from './fail-step.ts';
import { endToken, leaveStep, moveOn } from './leave-step.ts';
import { DEFAULT_PORT } from './document.ts';
import { targetsOf } from './plan.ts';
import type { Entering } from './record-entered.ts';
import { recordEntered } from './record-entered.ts';
import { arriveAtJoin, scopeForJoin } from './scopes.ts';
import { visitKey } from './state.ts';
import { isUndoing } from './undo.ts';
import type { Token, Walk } from './walk.ts';
import { nextVisit, record } from './walk.ts';

/** One token begins its next step: waits, needs a worker, or is walked through at once. */
export function enterToken(walk: Walk, token: Token): void {
  const step = walk.plan.steps.get(token.stepId);
  if (step === undefined) {
    endToken(walk, token.from, token.from?.port ?? null, null);
    return;
  }
  const visit = nextVisit(walk, step.id);
  const entry: Entry = step.disabled
    ? { kind: 'pass', port: step.ports[0] ?? DEFAULT_PORT }
    : entryOf(walk, step, visit);
  if (entry.kind === 'join') {
    const scope = scopeForJoin(walk, token);
    if (scope === null) enterJoin(walk, step.id, token.scope, token.from);
    else if (arriveAtJoin(walk, token, scope, entry)) {
      enterJoin(walk, step.id, scope.parent, token.from);
    }
    return;
  }
  if (hasStepBudget(walk)) begin(walk, { step, visit, token }, entry);
}

function begin(walk: Walk, entering: Entering, entry: Exclude<Entry, { kind: 'join' }>): void {
  switch (entry.kind) {
    case 'work': {
      const { visit } = recordEntered(walk, entering, 'ready', entry.lane);
      walk.commands.push({ kind: 'announce_step', visit, lane: entry.lane, wake: 1 });
      break;
    }
    case 'pass': {
      const { state } = recordEntered(walk, entering, 'done', null);
      const note = entering.step.disabled ? 'disabled' : entry.note;
      const why = note === undefined ? {} : { note };
      leaveStep(walk, state, { port: entry.port, output: entry.output, ...why });
      break;
    }
    case 'wait_timer':
      enterTimerWait(walk, entering, entry);
      break;
    case 'wait_signal':
      enterSignalWait(walk, entering, entry);
      break;
    case 'approval':
      enterApproval(walk, entering, entry);
      break;
    case 'fork':
      fork(walk, entering, entry.ports);
      break;
    case 'end': {
      const { visit } = recordEntered(walk, entering, 'done', null);
      record(walk, visit, { type: 'step.completed', data: { port: null } });
      endToken(walk, visit, null, isUndoing(walk) ? null : entry.outcome);
      break;
    }
    case 'fail':
      failStep(walk, recordEntered(walk, entering, 'done', null).state, entry.error);
      break;
  }
}

/** The join fires: its scope is closed, and one token goes on in the scope around it. */
export function enterJoin(
  walk: Walk,
  stepId: string,
  scope: string | null,
  from: Token['from'],
): void {
  const step = walk.plan.steps.get(stepId);
  if (step === undefined || !hasStepBudget(walk)) return;
  const token = { stepId, scope, from };
  const { state } = recordEntered(
    walk,
    { step, visit: nextVisit(walk, stepId), token },
    'done',
    null,
  );
  leaveStep(walk, state, { port: step.ports[0] ?? DEFAULT_PORT });
}

/** Opens a scope with one arm per port that leads somewhere, and a token per edge of each. */
function fork(walk: Walk, entering: Entering, ports: readonly string[]): void {
  const { visit, state } = recordEntered(walk, entering, 'done', null);
  record(walk, visit, { type: 'step.completed', data: { port: null } });
  const arms = ports.filter((port) => targetsOf(walk.plan, visit.stepId, port).length > 0);
  if (arms.length === 0) {
    endToken(walk, visit, null, null);
    return;
  }
  const scope = visitKey(visit);
  const join = walk.plan.joins.get(visit.stepId) ?? null;
  record(walk, visit, {
    type: 'scope.opened',
    data: { scope, parent: state.scope, join, arms: arms.length },
  });
  for (const port of arms) moveOn(walk, visit, port, scope);
}
