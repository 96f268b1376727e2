'use client';

import type { AutomationDocument } from '#server/engine/document.ts';
import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { GraphList } from '#components/graph/graph-list.tsx';
import type { CardExtras } from '#components/graph/graph-marks.ts';

/** One document to look at, as a picture or, its equal, as a list. */
export function DocumentView({
  document,
  label,
  view,
  extras,
}: {
  document: AutomationDocument;
  label: string;
  view: 'graph' | 'list';
  extras?: ReadonlyMap<string, CardExtras>;
}) {
  if (view === 'graph') {
    return <AutomationGraph document={document} label={label} extras={extras} />;
  }
  return (
    <div className="h-full overflow-y-auto bg-surface">
      <GraphList document={document} label={label} extras={extras} />
    </div>
  );
}
