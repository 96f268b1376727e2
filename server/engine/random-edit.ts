import type { AutomationDocument, DocumentEdge, DocumentStep } from './document.ts';
import { documentSchema } from './document.ts';
import type { MigrationOrder, StepRule } from './migration-order.ts';
import { proposeMapping } from './propose-mapping.ts';
import type { Dice } from './random-document.ts';

/**
 * Random edits as people make them between two versions, and a random order for the runs: the
 * counterpart of `randomDocument` for tests of migrations.
 */
export function randomEdit(
  document: AutomationDocument,
  dice: Dice,
  /** Steps that every other edit is about: where a run stands. */
  near: readonly string[],
): AutomationDocument {
  let edited = document;
  const edits = 1 + dice.roll(4);
  for (let i = 0; i < edits; i += 1) {
    const { steps } = edited;
    const liked = dice.roll(2) === 0 ? near[dice.roll(near.length)] : undefined;
    const step = steps.find(({ id }) => id === liked) ?? steps[dice.roll(steps.length)];
    edited = editOnce(edited, step, dice, i);
  }
  return documentSchema.parse(edited);
}

function editOnce(
  document: AutomationDocument,
  step: DocumentStep | undefined,
  dice: Dice,
  nth: number,
): AutomationDocument {
  if (step === undefined) return document;
  switch (dice.roll(7)) {
    case 0:
    case 1:
      return removeStep(document, step.id);
    case 2:
      return insertStep(document, `n${nth}`, dice);
    case 3:
      return replace(document, { ...step, disabled: step.disabled !== true });
    case 4:
      return renameId(document, step, `r${nth}`);
    default:
      return replace(document, { ...step, config: reconfigure(step, dice) });
  }
}

function replace(document: AutomationDocument, step: DocumentStep): AutomationDocument {
  const steps = document.steps.map((other) => (other.id === step.id ? step : other));
  return { ...document, steps };
}

function reconfigure({ kind, config }: DocumentStep, dice: Dice): DocumentStep['config'] {
  switch (kind) {
    case 'wait':
      return { duration: `PT${1 + dice.roll(48)}H` };
    case 'signal':
      return { ...config, key: `key_${dice.roll(3)}` };
    case 'approval':
      return { ...config, channel: dice.roll(2) === 0 ? 'slack' : 'inbox' };
    case 'join':
      return { ...config, mode: ['all', 'any', 'count'][dice.roll(3)], count: 1 + dice.roll(2) };
    default:
      return config;
  }
}

/** What led to it leads to where its first port led. */
function removeStep(document: AutomationDocument, id: string): AutomationDocument {
  const next = document.edges.find((edge) => edge.from === id && edge.to !== id)?.to;
  const edges = document.edges.flatMap((edge): DocumentEdge[] => {
    if (edge.from === id) return [];
    if (edge.to !== id) return [edge];
    return next === undefined ? [] : [{ ...edge, to: next }];
  });
  return { ...document, steps: document.steps.filter((step) => step.id !== id), edges };
}

function insertStep(document: AutomationDocument, id: string, dice: Dice): AutomationDocument {
  const at = dice.roll(document.edges.length);
  const edge = document.edges[at];
  if (edge === undefined || document.steps.some((step) => step.id === id)) return document;
  const kind = ['wait', 'work', 'pass'][dice.roll(3)] ?? 'pass';
  const edges = document.edges.with(at, { ...edge, to: id });
  return {
    ...document,
    steps: [...document.steps, { id, kind, name: id, config: {} }],
    edges: [...edges, { from: id, to: edge.to }],
  };
}

/** The same step made anew, as by cutting and pasting it. */
function renameId(
  document: AutomationDocument,
  { id }: DocumentStep,
  to: string,
): AutomationDocument {
  if (document.steps.some((step) => step.id === to)) return document;
  const named = (other: string): string => (other === id ? to : other);
  return {
    ...document,
    steps: document.steps.map((step) => {
      const { compensateWith } = step;
      const undo = compensateWith === undefined ? {} : { compensateWith: named(compensateWith) };
      return { ...step, id: named(step.id), ...undo };
    }),
    edges: document.edges.map((edge) => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
  };
}

/** Steps without a match of their own id get another of their kind, or a rule. */
export function randomOrder(
  from: AutomationDocument,
  to: AutomationDocument,
  dice: Dice,
): MigrationOrder {
  const mapping = proposeMapping(from, to);
  const rules: StepRule[] = [];
  const matched = new Set(mapping.map((match) => match.from));
  for (const { id, kind } of from.steps) {
    if (matched.has(id)) continue;
    const alike = to.steps.filter((step) => step.kind === kind);
    const twin = alike.find((step) => step.id.startsWith('r')) ?? alike[dice.roll(alike.length)];
    const target = to.steps[dice.roll(to.steps.length)];
    const roll = dice.roll(8);
    if (roll < 3 && twin !== undefined) mapping.push({ from: id, to: twin.id });
    else if (roll < 6 && target !== undefined)
      rules.push({ kind: 'move', stepId: id, to: target.id });
    else if (roll === 6) rules.push({ kind: 'cancel', stepId: id });
    else rules.push({ kind: 'leave', stepId: id });
  }
  return { from: 1, to: 2, mapping, rules };
}
