'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { RunActionBar } from './run-action-bar.tsx';
import { RunBar } from './run-bar.tsx';
import { RunGraph } from './run-graph.tsx';
import { RunHeader } from './run-header.tsx';
import { RunTabs } from './run-tabs.tsx';
import { takenPath } from './taken-path.ts';
import { useNow } from './use-now.ts';
import { useRun } from './use-run.ts';

/** One run: a sentence, its graph and its timeline, all from the same log, live. */
export function RunPage({ initial }: { initial: RunDetail }) {
  const run = useRun(initial);
  const now = useNow(run.now);
  const zone = useReaderZone();
  const reading = useMemo(() => ({ zone, now }), [zone, now]);
  const marks = useMemo(() => takenPath(run, reading), [run, reading]);
  const [cancelling, setCancelling] = useState(false);
  const linked = useSearchParams().get('step');
  const [selected, setSelected] = useState<string | null>(linked);
  const choose = (stepId: string): void => {
    setSelected(stepId);
    const url = new URL(window.location.href);
    url.searchParams.set('step', stepId);
    window.history.replaceState(null, '', url);
  };
  const cancel = (): void => setCancelling(true);

  const graph = (initialView: 'graph' | 'list') => (
    <RunGraph
      run={run}
      marks={marks}
      selected={selected}
      onSelect={choose}
      initialView={initialView}
    />
  );
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <RunBar run={run} onCancel={cancel} />
      <RunHeader run={run} reading={reading} />
      <div className="flex min-h-0 grow">
        <div className="min-w-0 basis-[43%] border-r border-line max-md:hidden">
          {graph('graph')}
        </div>
        <RunTabs
          run={run}
          reading={reading}
          graph={graph('list')}
          selected={selected}
          onSelect={choose}
        />
      </div>
      <RunActionBar run={run} onCancel={cancel} />
      <CancelDialog run={run} open={cancelling} onOpenChange={setCancelling} />
    </div>
  );
}
