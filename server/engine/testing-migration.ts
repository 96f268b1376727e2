import type { AutomationDocument } from './document.ts';
import type { MigrationFacts } from './migration-facts.ts';
import type { MigrationOrder } from './migration-order.ts';
import { readOrder } from './migration-order.ts';
import { compilePlan } from './plan.ts';
import type { MigrationVerdict } from './plan-migration.ts';
import { planMigration } from './plan-migration.ts';
import { visitKey } from './state.ts';
import { testingCatalogue } from './testing-catalogue.ts';
import { envOf, type TestRun } from './testing-run.ts';

/** What the rows of a run in memory would say, from the commands that it was given. */
export function factsOf(
  run: TestRun,
  effects: MigrationFacts['visits'] = new Map(),
): MigrationFacts {
  const timers = new Map<string, MigrationFacts['timers'][number]>();
  const subscriptions = new Map<string, { signal: string; correlationKey: string }>();
  const approvals: MigrationFacts['approvals'] = new Map();
  for (const command of run.commands) {
    if (command.kind === 'set_timer') timers.set(command.timerId, command);
    if (command.kind === 'move_timer') {
      const { rule, spreadSeconds, ...moved } = command;
      const timer = timers.get(command.timerId);
      if (timer !== undefined) {
        timers.set(command.timerId, {
          ...timer,
          ...moved,
          ...(rule === undefined ? {} : { rule }),
          ...(spreadSeconds === undefined ? {} : { spreadSeconds }),
        });
      }
    }
    if (command.kind === 'subscribe') subscriptions.set(visitKey(command.visit), command);
    if (command.kind === 'open_approval') {
      (approvals as Map<string, unknown>).set(visitKey(command.visit), command);
    }
    if (command.kind === 'escalate_approval') {
      const key = visitKey(command.visit);
      const before = approvals.get(key);
      (approvals as Map<string, unknown>).set(key, { ...before, ...command });
    }
  }
  return {
    visits: effects,
    timers: [...timers.values()].filter((timer) => run.state.timers.has(timer.timerId)),
    subscriptions,
    approvals,
  };
}

/** What the order does to the run, from its version's document to another. */
export function judge(
  run: TestRun,
  to: AutomationDocument,
  order: MigrationOrder,
  facts: MigrationFacts = factsOf(run),
): MigrationVerdict {
  return planMigration({
    migrationId: 'mig_1',
    order: readOrder(order),
    from: run.plan,
    to: compilePlan(to, testingCatalogue),
    state: run.state,
    facts,
    env: envOf(run),
  });
}
