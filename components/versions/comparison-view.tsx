'use client';

import { useMemo } from 'react';
import { ChangeList } from '#components/automations/change-list.tsx';
import { tallyOf } from '#components/automations/describe-changes.ts';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { compareExtras } from './compare-extras.ts';
import { DocumentView } from './document-view.tsx';
import { type Side, sideWords } from './use-versions.ts';

export type ComparisonLook = 'changes' | 'graph' | 'list';

interface Compared {
  readonly side: Side;
  readonly document: AutomationDocument;
}

/** What differs from one to the other: as a list of changes, or marked on both, side by side. */
export function ComparisonView({
  from,
  to,
  look,
}: {
  from: Compared;
  to: Compared;
  look: ComparisonLook;
}) {
  const changes = useMemo(
    () => compareDocuments(from.document, to.document),
    [from.document, to.document],
  );
  const extras = useMemo(
    () => compareExtras(from.document, to.document),
    [from.document, to.document],
  );
  const count = countChanges(changes);
  if (look === 'changes') {
    return (
      <div className="h-full overflow-y-auto px-4 py-3">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-section">
            {count === 0
              ? `${sideWords(from.side)} and ${sideWords(to.side)} say the same`.replace(
                  /^./,
                  (first) => first.toUpperCase(),
                )
              : `${count} ${count === 1 ? 'change' : 'changes'} from ${sideWords(from.side)} to ${sideWords(to.side)}`}
          </h3>
          <p className="flex gap-3 text-caption text-ink-2 tabular">
            {tallyOf(changes).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
        </div>
        <ChangeList changes={changes} between={{ from: from.document, to: to.document }} />
      </div>
    );
  }
  return (
    <div className="flex h-full min-h-0 max-lg:flex-col">
      {[
        { ...from, extras: extras.from },
        { ...to, extras: extras.to },
      ].map((side, index) => (
        <div
          key={side.side}
          className={`flex min-h-0 min-w-0 flex-1 basis-0 flex-col ${index === 0 ? 'border-line max-lg:border-b lg:border-r' : ''}`}
        >
          <h3 className="shrink-0 border-b border-line px-4 py-1.5 text-caption font-medium text-ink-2 first-letter:uppercase">
            {sideWords(side.side)}
          </h3>
          <div className="min-h-0 grow">
            <DocumentView
              document={side.document}
              label={sideWords(side.side)}
              view={look}
              extras={side.extras}
            />
          </div>
        </div>
      ))}
    </div>
  );
}
