import { z } from 'zod';
import { conditionPaths, conditionSchema, evaluateCondition } from '#server/engine/condition.ts';
import { parseDataPath } from '#server/engine/data-path.ts';
import type { Port, Problem, StepDefinition } from '#server/engine/definition.ts';
import type { AutomationDocument, DocumentStep } from '#server/engine/document.ts';
import { hasDistinctPorts, namedPortShape, toPorts } from '../fields.ts';
import { describeCondition } from './describe-condition.ts';

const config = z.strictObject({
  /** Tried in order; the first that holds is taken, "else" when none does. */
  cases: z
    .array(z.strictObject({ ...namedPortShape, when: conditionSchema }))
    .min(1, 'A branch needs at least one case')
    .max(20)
    .refine(hasDistinctPorts, 'Every case needs a port of its own')
    .refine(
      (cases) => cases.every(({ port }) => port !== 'else'),
      '“else” is the port for when no case holds',
    ),
});

type BranchConfig = z.output<typeof config>;

const ELSE: Port = { id: 'else', label: 'Otherwise' };
const ROOTS = new Set(['trigger', 'contact', 'steps', 'run']);

function pathProblem(path: string, document: AutomationDocument): string | null {
  const segments = parseDataPath(path);
  if (segments === null) return `“${path}” is no path to a value; write it like contact.email.`;
  const [root = '', stepId] = segments;
  if (!ROOTS.has(root)) return `“${path}” must begin with trigger, contact, steps or run.`;
  if (root !== 'steps' || document.steps.some(({ id }) => id === stepId)) return null;
  return `“${path}” looks at a step that this automation does not have.`;
}

function check(
  { cases }: BranchConfig,
  step: DocumentStep,
  document: AutomationDocument,
): Problem[] {
  return cases.flatMap(({ when }, index) =>
    conditionPaths(when).flatMap((path): Problem[] => {
      const message = pathProblem(path, document);
      if (message === null) return [];
      return [
        {
          severity: 'error',
          code: 'unknown_variable',
          stepId: step.id,
          field: `cases.${index}.when`,
          message,
        },
      ];
    }),
  );
}

export const branch: StepDefinition<BranchConfig> = {
  kind: 'branch',
  title: 'Choose a path',
  group: 'decide',
  icon: 'git-branch',
  config,
  lane: null,
  canFail: false,
  waits: false,
  ports: ({ cases }) => [...toPorts(cases), ELSE],
  sentence: ({ cases }) =>
    cases.length === 1
      ? `If ${describeCondition(cases[0]?.when ?? { all: [] })}, go “${cases[0]?.name ?? ''}”; otherwise on`
      : `Choose between ${cases.map(({ name }) => `“${name}”`).join(', ')}; otherwise on`,
  templates: () => [],
  outputFields: ['case'],
  enter: ({ cases }, { data }) => {
    const port = cases.find(({ when }) => evaluateCondition(when, data))?.port ?? ELSE.id;
    return { kind: 'pass', port, output: { case: port } };
  },
  check,
};
