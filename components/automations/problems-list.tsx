'use client';

import { ArrowRight, CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { cn } from '#components/ui/cn.ts';

/** What to mend before publishing, and what to think about. Each leads to its step. */
export function ProblemsList({
  problems,
  draft,
  onShowStep,
}: {
  problems: readonly AutomationDetail['problems'][number][];
  draft: AutomationDetail['draft'];
  onShowStep: (stepId: string, field: string | null) => void;
}) {
  if (problems.length === 0) {
    return (
      <p className="flex items-start gap-2 text-body text-ink-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
        No problems: every path of the draft ends, and every step has what it needs.
      </p>
    );
  }
  const names = new Map(draft.steps.map((step) => [step.id, step.name]));
  return (
    <ul className="flex flex-col gap-2">
      {problems.map((problem) => {
        const { stepId } = problem;
        const Icon = problem.severity === 'error' ? OctagonX : TriangleAlert;
        const name = stepId === null ? 'The automation' : (names.get(stepId) ?? stepId);
        return (
          <li key={`${stepId} ${problem.field} ${problem.code} ${problem.message}`}>
            <button
              type="button"
              disabled={stepId === null}
              onClick={() => stepId !== null && onShowStep(stepId, problem.field)}
              className="flex w-full items-start gap-2.5 rounded-card border border-line bg-surface px-3 py-2.5 text-left shadow-rest transition-colors enabled:hover:bg-ground"
            >
              <Icon
                aria-hidden
                className={cn(
                  'mt-0.5 size-4 shrink-0',
                  problem.severity === 'error' ? 'text-fail' : 'text-held',
                )}
              />
              <span className="grow text-body text-ink-2">
                <strong className="text-ink">{name}</strong> {problem.message}
                {problem.severity === 'warning' && (
                  <span className="text-ink-3"> (does not block publishing)</span>
                )}
              </span>
              {stepId !== null && (
                <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
