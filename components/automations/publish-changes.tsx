'use client';

import { useMemo } from 'react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { ChangeList } from './change-list.tsx';
import { tallyOf } from './describe-changes.ts';

function Plain({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h3 className="text-section">{title}</h3>
      <p className="text-body text-ink-2">{children}</p>
    </>
  );
}

/** What the draft changes in the version that is live. */
export function PublishChanges({ detail }: { detail: AutomationDetail }) {
  const { shownDocument: live, draft, shownVersion: version } = detail;
  const changes = useMemo(
    () => (live === null ? null : compareDocuments(live, draft)),
    [live, draft],
  );
  if (live === null || changes === null || detail.liveVersion === null) {
    return (
      <Plain title="The first version">
        {`${detail.draft.steps.length} steps. From then on its trigger starts runs.`}
      </Plain>
    );
  }
  if (!detail.draftChanged) {
    return (
      <Plain title={`No changes since version ${detail.liveVersion}`}>
        The draft says exactly what is live, so there is nothing to publish.
      </Plain>
    );
  }
  const count = countChanges(changes);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-section">
          {count} {count === 1 ? 'change' : 'changes'} since version {version}
        </h3>
        <p className="flex gap-3 text-caption text-ink-2 tabular">
          {tallyOf(changes).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      </div>
      <ChangeList changes={changes} between={{ from: live, to: draft }} />
    </>
  );
}
