import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { Tab, TabList, TabPanel } from '#components/ui/tabs.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ProblemsList } from './problems-list.tsx';
import { ReceiptsList } from './receipts-list.tsx';
import { VersionsList } from './versions-list.tsx';

export type AutomationTab = 'overview' | 'graph' | 'calls' | 'versions' | 'problems';

/** The row of tabs scrolls sideways and would cut an outline that stands out of it. */
const INSIDE = 'focus-visible:-outline-offset-2';

/** Everything around the graph. On phones the graph itself is one of the tabs. */
export function AutomationTabs({
  detail,
  now,
  tab,
  mayPublish,
  onShowStep,
  onVersions,
}: {
  detail: AutomationDetail;
  now: Date;
  tab: AutomationTab;
  mayPublish: boolean;
  onShowStep: (stepId: string) => void;
  onVersions: () => void;
}) {
  return (
    <>
      <TabList
        label="About this automation"
        className="shrink-0 overflow-x-auto border-b max-md:gap-3.5 border-line px-4 scrollbar-none"
      >
        <Tab value="overview" className={INSIDE}>
          Overview
        </Tab>
        <Tab value="graph" className={`${INSIDE} md:hidden`}>
          Graph
        </Tab>
        <Tab value="calls" className={INSIDE} count={detail.receipts.length}>
          Calls
        </Tab>
        <Tab value="versions" className={INSIDE} count={detail.versions.length}>
          Versions
        </Tab>
        <Tab value="problems" className={INSIDE} count={detail.problems.length}>
          Problems
        </Tab>
      </TabList>
      <div className={`min-h-0 grow overflow-y-auto p-4 ${tab === 'graph' ? 'max-md:hidden' : ''}`}>
        <TabPanel value="overview">
          <OverviewTab detail={detail} now={now} />
        </TabPanel>
        {/* Chosen on a phone, then seen on a wide screen, where the graph is always there. */}
        <TabPanel value="graph">
          <OverviewTab detail={detail} now={now} />
        </TabPanel>
        <TabPanel value="calls">
          <ReceiptsList receipts={detail.receipts} now={now} />
        </TabPanel>
        <TabPanel value="versions" className="-mt-4">
          <VersionsList detail={detail} now={now} mayPublish={mayPublish} onCompare={onVersions} />
        </TabPanel>
        <TabPanel value="problems">
          <ProblemsList problems={detail.problems} draft={detail.draft} onShowStep={onShowStep} />
        </TabPanel>
      </div>
    </>
  );
}
