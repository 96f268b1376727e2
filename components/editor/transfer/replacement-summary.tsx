import { ChangeList } from '#components/automations/change-list.tsx';
import type { Replacement } from './plan-replacement.ts';

/** What replacing the draft changes in it, before it is done. */
export function ReplacementSummary({ from, plan }: { from: string; plan: Replacement }) {
  const { change, changes, count, onlyPlaces, renamed } = plan;
  const title = (
    <h3 aria-live="polite" className="text-section wrap-anywhere">
      {count === 0
        ? 'Nothing to do: it is this draft already'
        : `“${change.document.name}” from ${from} changes ${onlyPlaces ? 'no step' : count === 1 ? 'one thing' : `${count} things`}`}
    </h3>
  );
  return (
    <section className="flex flex-col gap-2">
      {title}
      {onlyPlaces && (
        <p className="text-body text-ink-2">
          Only where cards stand, their order, or notes differ.
        </p>
      )}
      {renamed.size > 0 && (
        <p className="text-body text-ink-2">
          {renamed.size === 1
            ? 'One step gets another id, because its own stands for another step here'
            : `${renamed.size} steps get other ids, because theirs stand for other steps here`}
          : {[...renamed].map(([before, after]) => `${before} becomes ${after}`).join(', ')}.
        </p>
      )}
      {count > 0 && !onlyPlaces && (
        <div className="max-h-80 overflow-y-auto rounded-card border border-line px-3 py-1">
          <ChangeList changes={changes} />
        </div>
      )}
    </section>
  );
}
