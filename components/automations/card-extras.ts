import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { StepStatus } from '#server/engine/state.ts';
import type { CardExtras } from '#components/graph/graph-marks.ts';
import { STEP_STATUS_WORDS, type StatusWord } from '#components/ui/status-vocabulary.ts';

/** What runs that stand on a step of this kind are doing there, most of the time. */
const STANDING: Readonly<Record<string, StepStatus>> = {
  wait_for: 'waiting_timer',
  wait_until: 'waiting_timer',
  wait_signal: 'waiting_signal',
  approval: 'waiting_approval',
};

const standing = (kind: string): StatusWord => STEP_STATUS_WORDS[STANDING[kind] ?? 'running'];

/** Steps that the draft added or that read differently than in the live version. */
const tagOf = (
  step: AutomationDocument['steps'][number],
  live: AutomationDocument | null,
): 'New' | 'Changed' | null => {
  if (live === null) return null;
  const was = live.steps.find((candidate) => candidate.id === step.id);
  if (was === undefined) return 'New';
  return JSON.stringify(was) === JSON.stringify(step) ? null : 'Changed';
};

/**
 * Head counts on every card; on the draft also what differs from the live version and what to
 * mend. Errors come before warnings, and only errors take the sentence's place.
 */
export const cardExtras = (
  detail: Pick<AutomationDetail, 'headCounts' | 'problems'>,
  document: AutomationDocument,
  draftOf: { readonly live: AutomationDocument | null } | null,
): ReadonlyMap<string, CardExtras> =>
  new Map(
    document.steps.map((step) => {
      const count = detail.headCounts[step.id] ?? 0;
      const problem = detail.problems.find(
        (candidate) => candidate.stepId === step.id && candidate.severity === 'error',
      );
      const tag = draftOf === null ? null : tagOf(step, draftOf.live);
      return [
        step.id,
        {
          ...(count > 0 ? { heads: { count, status: standing(step.kind) } } : {}),
          ...(tag === null ? {} : { tag }),
          ...(draftOf === null || problem === undefined ? {} : { problem: problem.message }),
        },
      ];
    }),
  );
