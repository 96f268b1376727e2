import { OctagonX, TriangleAlert } from 'lucide-react';
import type { Problem } from '#server/engine/definition.ts';

/** What is wrong with a file that was read: what is in the way, or what is only worth knowing. */
export function ImportProblems({
  title,
  problems,
}: {
  title: string;
  problems: readonly Problem[];
}) {
  if (problems.length === 0) return null;
  return (
    <section aria-live="polite" className="flex flex-col gap-2">
      <h3 className="text-section">{title}</h3>
      <ul className="flex max-h-72 flex-col overflow-y-auto rounded-card border border-line">
        {problems.map((problem, index) => {
          const blocks = problem.severity === 'error';
          const Icon = blocks ? OctagonX : TriangleAlert;
          return (
            <li
              // Two problems may well read alike; the list never changes its order.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className="flex items-start gap-2.5 border-b border-line px-3 py-2 text-body text-ink-2 last:border-b-0"
            >
              <Icon
                aria-hidden
                className={`mt-0.5 size-4 shrink-0 ${blocks ? 'text-fail' : 'text-held'}`}
              />
              <span className="min-w-0 wrap-anywhere">
                {problem.stepId !== null && (
                  <strong className="font-semibold text-ink">{problem.stepId} </strong>
                )}
                {problem.message}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
