'use client';

import { List, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { GraphList } from '#components/graph/graph-list.tsx';
import type { GraphMarks } from '#components/graph/graph-marks.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { versionWords } from './version-words.ts';

const VIEWS = [
  { value: 'graph', label: 'Graph', icon: Workflow },
  { value: 'list', label: 'List', icon: List },
] as const;

/** The version that ran, with the path of this run: as a picture or, its equal, as a list. */
export function RunGraph({
  run,
  marks,
  selected,
  onSelect,
  initialView,
}: {
  run: RunDetail;
  marks: GraphMarks;
  selected: string | null;
  onSelect: (stepId: string) => void;
  /** Phones begin with the list: the picture is small there. */
  initialView: 'graph' | 'list';
}) {
  const [view, setView] = useState<'graph' | 'list'>(initialView);
  const shared = {
    document: run.document,
    label: `The path of this run through ${run.automation.name}, ${versionWords(run.version)}`,
    marks,
    selected,
    onSelect,
  };
  return (
    <div className="relative h-full min-h-0">
      <div className="absolute top-3 left-4 z-10">
        <Segmented
          label="How to look at the path"
          value={view}
          segments={VIEWS}
          onChange={setView}
        />
      </div>
      {view === 'graph' ? (
        <AutomationGraph {...shared} compact />
      ) : (
        <div className="h-full overflow-y-auto bg-surface pt-13">
          <GraphList {...shared} />
        </div>
      )}
    </div>
  );
}
