'use client';

import { Archive, Plus, SearchX, Workflow } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import type { AutomationListItem, AutomationsSummary } from '#server/api/views/automation-view.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { RowPermissions } from './automation-row-menu.tsx';
import { AutomationsStack, AutomationsTable } from './automations-table.tsx';
import { RunDemoButton } from './run-demo-button.tsx';
import { SearchBox } from './search-box.tsx';
import { searchAutomations } from './search-automations.ts';
import { SummaryStrip } from './summary-strip.tsx';

/** All automations with what they are doing now. */
export function AutomationsScreen({
  items,
  summary,
  now,
  mayRun,
  may,
}: {
  items: readonly AutomationListItem[];
  summary: AutomationsSummary;
  now: Date;
  mayRun: boolean;
  may: RowPermissions;
}) {
  const [query, setQuery] = useState('');
  const [archiveShown, setArchiveShown] = useState(false);
  const archived = items.filter((item) => item.state === 'archived').length;
  const listed = archiveShown ? items : items.filter((item) => item.state !== 'archived');
  const found = searchAutomations(listed, query);
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <PageHeader
        title="Automations"
        actions={
          <>
            <SearchBox label="Search automations" value={query} onChange={setQuery} />
            {mayRun && <RunDemoButton />}
            {may.edit && <NewAutomationLink />}
          </>
        }
        className="pb-4 md:border-b md:border-line"
      >
        <div className="mt-3">
          <SummaryStrip summary={summary} now={now} />
        </div>
      </PageHeader>
      {found.length > 0 && (
        <>
          <AutomationsTable items={found} now={now} may={may} />
          <AutomationsStack items={found} may={may} />
        </>
      )}
      {archived > 0 && (
        <Button
          variant="quiet"
          className="m-3 self-start max-md:h-11"
          onClick={() => setArchiveShown(!archiveShown)}
        >
          <Archive aria-hidden />
          {archiveShown ? 'Leave out the archive' : `Show ${archived} archived`}
        </Button>
      )}
      {query.trim() !== '' && items.length > 0 && found.length === 0 && (
        <div className="p-4 md:p-6">
          <EmptyState
            icon={SearchX}
            title={`Nothing matches “${query.trim()}”`}
            action={<Button onClick={() => setQuery('')}>Show all {listed.length}</Button>}
          >
            Names, sentences and states are searched.
          </EmptyState>
        </div>
      )}
      {items.length === 0 && (
        <div className="p-4 md:p-6">
          <EmptyState
            icon={Workflow}
            title="No automations yet"
            {...(may.edit ? { action: <NewAutomationLink /> } : {})}
          >
            None has been created in this workspace. Start one from the gallery, from a file or from
            nothing; or run the demo.
          </EmptyState>
        </div>
      )}
    </div>
  );
}

function NewAutomationLink() {
  return (
    <Button asChild variant="primary" className="max-md:h-11">
      <Link href="/automations/new">
        <Plus aria-hidden />
        New automation
      </Link>
    </Button>
  );
}
