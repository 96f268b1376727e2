'use client';

import { type ReactNode, useState } from 'react';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { Switch } from '#components/ui/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#components/ui/tabs.tsx';
import type { Reading } from './describe-run.ts';
import { RunDataPanel } from './run-data-panel.tsx';
import { RunEffectsPanel } from './run-effects-panel.tsx';
import { RunTimeline } from './run-timeline.tsx';

/** Timeline, data and effects beside the graph; on phones the graph is a tab of its own. */
export function RunTabs({
  run,
  reading,
  graph,
  selected,
  onSelect,
}: {
  run: RunDetail;
  reading: Reading;
  graph: ReactNode;
  selected: string | null;
  onSelect: (stepId: string) => void;
}) {
  const [tab, setTab] = useState('timeline');
  const [folded, setFolded] = useState(true);
  return (
    <Tabs
      value={tab}
      onValueChange={setTab}
      className="flex min-h-0 min-w-0 grow basis-[57%] flex-col"
    >
      <div className="flex shrink-0 items-center justify-between gap-3 border-b border-line px-5 max-md:px-4">
        <TabList label="This run">
          <Tab value="timeline">Timeline</Tab>
          <Tab value="graph" className="md:hidden">
            Graph
          </Tab>
          <Tab value="data">Data</Tab>
          <Tab value="effects" count={run.effects.length}>
            Effects
          </Tab>
        </TabList>
        {tab === 'timeline' && (
          <span className="max-md:hidden">
            <Switch label="Fold idle time" checked={folded} onCheckedChange={setFolded} />
          </span>
        )}
      </div>
      <TabPanel value="timeline" className="min-h-0 grow overflow-y-auto px-5 py-3 max-md:px-4">
        <RunTimeline
          run={run}
          reading={reading}
          folded={folded}
          selected={selected}
          onSelect={onSelect}
        />
      </TabPanel>
      <TabPanel value="graph" className="min-h-0 grow md:hidden">
        {graph}
      </TabPanel>
      <TabPanel value="data" className="min-h-0 grow overflow-y-auto px-5 py-4 max-md:px-4">
        <RunDataPanel run={run} now={reading.now} />
      </TabPanel>
      <TabPanel value="effects" className="min-h-0 grow overflow-y-auto px-5 py-4 max-md:px-4">
        <RunEffectsPanel run={run} now={reading.now} />
      </TabPanel>
    </Tabs>
  );
}
