import type { EnterContext, Entry } from './definition.ts';
import type { PlanStep } from './plan.ts';
import type { Visit } from './state.ts';
import type { Walk } from './walk.ts';
import { dataOf } from './walk.ts';

/**
 * How the step begins, as its definition says. A definition that throws, an unknown kind or a
 * configuration that no longer parses fails the step rather than the walk: a run that cannot be
 * advanced at all would have no way forward.
 */
export function entryOf(walk: Walk, step: PlanStep, visit: Visit): Entry {
  return ask(walk, step, visit, walk.env.render);
}

/**
 * The same for a visit that is already open, when only the parts that do not depend on data
 * matter: what its deadline does. Templates that no longer render are no obstacle then.
 */
export function entryAgain(walk: Walk, step: PlanStep, visit: Visit): Entry {
  const entry = entryOf(walk, step, visit);
  if (entry.kind !== 'fail') return entry;
  return ask(walk, step, visit, () => ({ ok: true, text: '-' }));
}

function ask(walk: Walk, step: PlanStep, visit: Visit, render: EnterContext['render']): Entry {
  const { definition } = step;
  if (definition === null)
    return failed('unknown_kind', `There is no step of kind "${step.kind}".`);
  if (step.configError !== null) {
    return failed('invalid_config', 'The settings of this step do not fit its kind any more.');
  }
  try {
    return definition.enter(step.config, {
      runId: walk.env.runId,
      visit,
      now: walk.env.now,
      data: dataOf(walk),
      render,
      settings: walk.plan.settings,
      contactZone: walk.env.contactZone,
    });
  } catch {
    return failed(
      'step_not_entered',
      'The step could not begin: its kind failed on these settings.',
    );
  }
}

function failed(code: string, message: string): Entry {
  return { kind: 'fail', error: { code, message } };
}
