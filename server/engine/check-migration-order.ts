import type { AutomationDocument } from './document.ts';
import type { MigrationOrder } from './migration-order.ts';

/** What is wrong with an order; `stepId` is the step of the old version that it is about. */
export interface OrderProblem {
  readonly code:
    | 'same_version'
    | 'unknown_step'
    | 'step_named_twice'
    | 'unknown_target'
    | 'step_kind_changed'
    | 'rule_missing';
  readonly stepId: string | null;
  /** One sentence that says what to do. */
  readonly message: string;
}

interface Asked {
  readonly order: MigrationOrder;
  readonly from: AutomationDocument;
  readonly to: AutomationDocument;
  /** Steps of the old version where runs stand. */
  readonly occupied: Iterable<string>;
}

/** Everything that keeps an order from being carried out; empty: it can be started. */
export function checkMigrationOrder(asked: Asked): OrderProblem[] {
  const { order, from } = asked;
  const names = new Map(from.steps.map((step) => [step.id, step.name]));
  const called = (stepId: string): string => `"${names.get(stepId) ?? stepId}"`;
  const problems: OrderProblem[] = [];
  if (order.from === order.to) {
    const message = 'Choose two different versions.';
    problems.push({ code: 'same_version', stepId: null, message });
  }
  problems.push(...checkNames(order, names, called), ...checkTargets(asked, called));
  const named = new Set(namedSteps(order));
  for (const stepId of asked.occupied) {
    if (named.has(stepId)) continue;
    const message = `Say what becomes of the runs at ${called(stepId)}, which version ${order.to} does not have.`;
    problems.push({ code: 'rule_missing', stepId, message });
  }
  return problems;
}

function namedSteps({ mapping, rules }: MigrationOrder): string[] {
  return [...mapping.map((match) => match.from), ...rules.map((rule) => rule.stepId)];
}

function checkNames(
  order: MigrationOrder,
  names: ReadonlyMap<string, string>,
  called: (stepId: string) => string,
): OrderProblem[] {
  const seen = new Set<string>();
  const problems: OrderProblem[] = [];
  for (const stepId of namedSteps(order)) {
    if (!names.has(stepId)) {
      const message = `Version ${order.from} has no step "${stepId}".`;
      problems.push({ code: 'unknown_step', stepId, message });
    } else if (seen.has(stepId)) {
      const message = `Say only once what becomes of the runs at ${called(stepId)}.`;
      problems.push({ code: 'step_named_twice', stepId, message });
    }
    seen.add(stepId);
  }
  return problems;
}

function checkTargets(
  { order, from, to }: Asked,
  called: (stepId: string) => string,
): OrderProblem[] {
  const kinds = new Map(from.steps.map((step) => [step.id, step.kind]));
  const targets = new Map(to.steps.map((step) => [step.id, step]));
  const problems: OrderProblem[] = [];
  const unknown = (stepId: string, target: string): OrderProblem => ({
    code: 'unknown_target',
    stepId,
    message: `Version ${order.to} has no step "${target}" for the runs at ${called(stepId)}.`,
  });
  for (const match of order.mapping) {
    const target = targets.get(match.to);
    if (target === undefined) problems.push(unknown(match.from, match.to));
    else if (kinds.has(match.from) && kinds.get(match.from) !== target.kind) {
      problems.push({
        code: 'step_kind_changed',
        stepId: match.from,
        message: `${called(match.from)} and "${target.name}" are steps of different kinds: give a rule instead.`,
      });
    }
  }
  for (const rule of order.rules) {
    if (rule.kind === 'move' && !targets.has(rule.to)) problems.push(unknown(rule.stepId, rule.to));
  }
  return problems;
}
