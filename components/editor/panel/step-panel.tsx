'use client';

import { useState } from 'react';
import { useEditor, useFacts } from '#components/editor/editor-context.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#components/ui/tabs.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { PeopleHere } from './people-here.tsx';
import { StepHeader } from './step-header.tsx';
import { StepSetUp } from './step-set-up.tsx';
import { StepTest } from './step-test.tsx';

/** One step: how it is set up, what it would do, and whom it holds now. */
export function StepPanel({ step }: { step: DocumentStep }) {
  const { detail } = useFacts();
  const selection = useEditor((state) => state.selection);
  const field = useEditor((state) => state.field);
  const [tab, setTab] = useState('set-up');
  const [seen, setSeen] = useState(selection);
  // Whoever is sent to a field sees it, whichever tab was open.
  if (seen !== selection) {
    setSeen(selection);
    if (field !== null) setTab('set-up');
  }
  return (
    <Tabs value={tab} onValueChange={setTab} className="flex min-h-full flex-col">
      <div className="sticky top-0 z-10 border-b border-line bg-surface px-4 pt-4 max-md:pt-0">
        <StepHeader step={step} />
        <TabList label="About this step" className="mt-1.5 -mb-px">
          <Tab value="set-up">Set up</Tab>
          <Tab value="test">Test</Tab>
          <Tab value="people" count={detail.headCounts[step.id] ?? 0}>
            People here
          </Tab>
        </TabList>
      </div>
      <TabPanel value="set-up" className="flex grow flex-col">
        <StepSetUp step={step} />
      </TabPanel>
      <TabPanel value="test">
        <StepTest step={step} />
      </TabPanel>
      <TabPanel value="people">
        <PeopleHere step={step} />
      </TabPanel>
    </Tabs>
  );
}
