import { ArrowLeftRight, CircleCheck } from 'lucide-react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { ProblemsList } from './problems-list.tsx';
import { RunsPerStep } from './runs-per-step.tsx';

/** Whom publishing touches, and what is in the way. */
export function PublishAside({
  detail,
  next,
  onShowStep,
}: {
  detail: AutomationDetail;
  /** The version that publishing would make. */
  next: number;
  onShowStep: (stepId: string, field: string | null) => void;
}) {
  const { shownVersion, shownDocument, problems } = detail;
  const blocked = problems.some((problem) => problem.severity === 'error');
  return (
    <div className="flex flex-col gap-4 rounded-card bg-sunken p-4">
      {shownVersion !== null && shownDocument !== null && (
        <>
          <RunsPerStep automationId={detail.id} version={shownVersion} document={shownDocument} />
          <p className="flex items-start gap-2 border-t border-line pt-4 text-body">
            <ArrowLeftRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            <span>
              <strong className="block">Moving people to version {next}</strong>
              <span className="text-caption text-ink-2">
                A separate step, with a preview per step, that is offered after publishing. You can
                do it any time.
              </span>
            </span>
          </p>
        </>
      )}
      {problems.length === 0 ? (
        <p className="mt-auto flex items-start gap-2 border-t border-line pt-4 text-body">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
          <span>
            <strong className="block">No problems</strong>
            <span className="text-caption text-ink-2">
              {detail.draft.steps.length} steps, and every path ends
            </span>
          </span>
        </p>
      ) : (
        <div className="flex flex-col gap-2 border-t border-line pt-4">
          <h3 className="text-section">{blocked ? 'To mend first' : 'Worth a look'}</h3>
          <ProblemsList problems={problems} draft={detail.draft} onShowStep={onShowStep} />
        </div>
      )}
    </div>
  );
}
