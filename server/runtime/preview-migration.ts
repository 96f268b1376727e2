import type { OrderProblem } from '#server/engine/check-migration-order.ts';
import type { AutomationDocument, DocumentStep } from '#server/engine/document.ts';
import type { MigrationOrder, MigrationRefusal } from '#server/engine/migration-order.ts';
import type { MigrationVerdict } from '#server/engine/plan-migration.ts';
import type { RunStatus } from '#server/engine/state.ts';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import type { StandingAtStep } from '#server/store/product-standing.ts';
import type { RuntimeDeps } from './deps.ts';
import { weighOrder } from './find-order.ts';
import { judgeOf, judgeRun, type Judge } from './judge-run.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';

export interface SampleRun {
  readonly runId: string;
  readonly contact: string | null;
  readonly status: RunStatus;
  readonly verdict: 'move' | 'cancel' | 'leave' | 'refuse';
  readonly code: MigrationRefusal | null;
  readonly sentence: string;
}

interface NamedStep {
  readonly stepId: string;
  readonly name: string;
  readonly kind: string;
}

export interface Bucket extends NamedStep {
  readonly action: 'stay' | 'move' | 'cancel' | 'leave' | 'no_rule';
  readonly to: NamedStep | null;
  readonly runs: number;
  readonly busy: number;
  readonly inDoubt: number;
  readonly samples: SampleRun[];
}

export interface Preview {
  readonly total: number;
  readonly capped: boolean;
  readonly buckets: Bucket[];
  readonly problems: OrderProblem[];
}

export interface PreviewMigration {
  readonly automationId: string;
  readonly order: MigrationOrder;
  readonly actor: string;
}

export const namedStep = ({ id, name, kind }: DocumentStep): NamedStep => ({
  stepId: id,
  name,
  kind,
});

/** The named step of a document; an id that it does not have stands for itself. */
const nameIn = (document: AutomationDocument, stepId: string): NamedStep => {
  const step = document.steps.find((one) => one.id === stepId);
  return step === undefined ? { stepId, name: stepId, kind: 'unknown' } : namedStep(step);
};

const actionOf = (
  order: MigrationOrder,
  stepId: string,
): { readonly action: Bucket['action']; readonly to: string | null } => {
  const match = order.mapping.find((one) => one.from === stepId);
  if (match !== undefined) return { action: 'stay', to: match.to };
  const rule = order.rules.find((one) => one.stepId === stepId);
  if (rule === undefined) return { action: 'no_rule', to: null };
  return { action: rule.kind, to: rule.kind === 'move' ? rule.to : null };
};

const sampleOf = (
  runId: string,
  run: { readonly contact: string | null; readonly status: RunStatus },
  verdict: MigrationVerdict,
): SampleRun => ({
  runId,
  contact: run.contact,
  status: run.status,
  verdict: verdict.kind,
  code: verdict.kind === 'refuse' ? verdict.code : null,
  sentence: verdict.sentence,
});

/** Judges the samples as the migration would, without locks and without doing anything. */
const judgeSamples = async (
  deps: RuntimeDeps,
  tx: Tx,
  judge: Judge,
  steps: readonly StandingAtStep[],
  actor: string,
): Promise<ReadonlyMap<string, SampleRun>> => {
  const ids = [...new Set(steps.flatMap((step) => step.samples))].toSorted();
  const samples = new Map<string, SampleRun>();
  for (const [runId, run] of await readLoadedRuns(deps, tx, ids)) {
    const verdict = await judgeRun(deps, tx, judge, run, actor);
    const contact = run.row.contact?.name ?? run.row.contact?.email ?? null;
    samples.set(runId, sampleOf(runId, { contact, status: run.state.status }, verdict));
  }
  return samples;
};

/**
 * What an order would do to the runs as they stand now: counted per step and rule, with a few of
 * them judged. One snapshot; bounded, however many runs there are. Throws AppError `not_found`.
 */
export const previewMigration = async (
  deps: RuntimeDeps,
  { automationId, order, actor }: PreviewMigration,
): Promise<Preview> =>
  withTransaction(
    deps.pool,
    async (tx) => {
      const { from, to, standing, problems } = await weighOrder(tx, automationId, order);
      const sound = problems.every((problem) => problem.code === 'rule_missing');
      const judge = sound ? await judgeOf(deps, tx, { id: null, automationId, ...order }) : null;
      const samples =
        judge === null
          ? new Map<string, SampleRun>()
          : await judgeSamples(deps, tx, judge, standing.steps, actor);
      const buckets = standing.steps.map((step): Bucket => {
        const { action, to: target } = actionOf(order, step.stepId);
        return {
          ...nameIn(from, step.stepId),
          action,
          to: target === null ? null : nameIn(to, target),
          runs: step.runs,
          busy: step.busy,
          inDoubt: step.inDoubt,
          samples: step.samples.flatMap((id) => samples.get(id) ?? []),
        };
      });
      const { total, capped } = standing;
      return { total, capped, buckets, problems: [...problems] };
    },
    { mode: 'read only', isolation: 'repeatable read' },
  );
