import type { MigrationProposal } from '#server/api/views/migration-view.ts';
import type { StepMatch, StepRule } from '#server/engine/migration-order.ts';

type ProposedStep = MigrationProposal['steps'][number];
type Target = MigrationProposal['targets'][number];

/**
 * What becomes of the runs at one step, as one word for a list of choices: `as:<id>` goes on as that
 * step where it stands, `move:<id>` begins that step, `cancel`, or `leave`.
 */
export type StepChoice = `as:${string}` | `move:${string}` | 'cancel' | 'leave';

export type Choices = ReadonlyMap<string, StepChoice>;

/** What is proposed: every step that has a match goes on as it. The rest is for people to say. */
export function proposedChoices({ mapping }: MigrationProposal): Choices {
  return new Map(mapping.map(({ from, to }) => [from, `as:${to}` as const]));
}

export interface ChoiceOption {
  readonly value: StepChoice;
  readonly label: string;
}

/** Everything that can be done with the runs at a step; a step goes on only as one of its kind. */
export function choiceOptions(
  step: ProposedStep,
  targets: readonly Target[],
  from: number,
): ChoiceOption[] {
  const alike = targets.filter(({ kind }) => kind === step.kind);
  return [
    ...alike
      .toSorted(
        (a, b) => Number(b.stepId === step.to?.stepId) - Number(a.stepId === step.to?.stepId),
      )
      .map((target) => ({
        value: `as:${target.stepId}` as const,
        label:
          target.stepId === step.stepId ? 'Go on where they stand' : `Go on as “${target.name}”`,
      })),
    ...targets.map((target) => ({
      value: `move:${target.stepId}` as const,
      label: `Begin “${target.name}”`,
    })),
    { value: 'leave', label: `Stay on version ${from}` },
    { value: 'cancel', label: 'Cancel the runs' },
  ];
}

/**
 * The order that the choices make. A mapping that says only what is proposed is left out: the server
 * knows it, and hundreds of steps would not fit into an address.
 */
export function orderOf(
  choices: Choices,
  proposed: readonly StepMatch[],
): { mapping?: StepMatch[]; rules: StepRule[] } {
  const mapping: StepMatch[] = [];
  const rules: StepRule[] = [];
  for (const [stepId, choice] of choices) {
    const [kind, to = ''] = choice.split(':');
    if (kind === 'as') mapping.push({ from: stepId, to });
    else if (kind === 'move') rules.push({ kind, stepId, to });
    else if (kind === 'cancel' || kind === 'leave') rules.push({ kind, stepId });
  }
  const same = JSON.stringify(mapping) === JSON.stringify(proposed);
  return same ? { rules } : { mapping, rules };
}

/** Names of the steps where runs stand and nothing is said about them yet. */
export function unanswered({ steps }: MigrationProposal, choices: Choices): string[] {
  return steps
    .filter((step) => step.runs > 0 && !choices.has(step.stepId))
    .map((step) => step.name);
}
