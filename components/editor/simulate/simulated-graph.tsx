'use client';

import { List, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { GraphList } from '#components/graph/graph-list.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import type { Simulation } from '#server/simulate/simulation.ts';
import { useDocument } from '#components/editor/editor-context.tsx';
import { simulationMarks } from './simulation-marks.ts';

const VIEWS = [
  { value: 'graph', label: 'Graph', icon: Workflow },
  { value: 'list', label: 'List', icon: List },
] as const;

/** The draft with the path that was taken; as a picture or, its equal, as a list. */
export function SimulatedGraph({ simulation }: { simulation: Simulation | null }) {
  const document = useDocument();
  const [view, setView] = useState<'graph' | 'list'>('graph');
  const marks = useMemo(
    () => (simulation === null ? undefined : simulationMarks(simulation)),
    [simulation],
  );
  const shared = { document, label: `${document.name}, simulated`, marks };
  return (
    <>
      <div className="absolute top-3 left-4 z-10">
        <Segmented
          label="How to look at the path"
          value={view}
          segments={VIEWS}
          onChange={setView}
        />
      </div>
      {view === 'graph' ? (
        <AutomationGraph {...shared} />
      ) : (
        <div className="h-full overflow-y-auto bg-surface pt-13">
          <GraphList {...shared} />
        </div>
      )}
    </>
  );
}
