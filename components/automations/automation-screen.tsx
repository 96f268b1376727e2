'use client';

import { useState } from 'react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import {
  AutomationActions,
  AutomationBar,
  type AutomationDialog,
  type AutomationPermissions,
} from './automation-bar.tsx';
import { type AutomationTab, AutomationTabs } from './automation-tabs.tsx';
import { cardExtras } from './card-extras.ts';
import { GraphPane } from './graph-pane.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ShownNote } from './shown-note.tsx';
import { StepPanel } from './step-panel.tsx';
import { TestRunDialog } from './test-run-dialog.tsx';
import { VersionsOfPage } from './versions-of-page.tsx';

/** One automation: its graph with who stands where, and everything around it. */
export function AutomationScreen({
  detail,
  opened,
  now,
  may,
}: {
  detail: AutomationDetail;
  /** The dialog that a link asks for. */
  opened: AutomationDialog | null;
  now: Date;
  may: AutomationPermissions;
}) {
  const [tab, setTab] = useState<AutomationTab>('overview');
  const [dialog, setDialog] = useState<AutomationDialog | null>(opened);
  const [selected, setSelected] = useState<string | null>(null);
  const [draftShown, setDraftShown] = useState(false);

  const onDraft = draftShown || detail.shownDocument === null;
  const document = onDraft ? detail.draft : (detail.shownDocument ?? detail.draft);
  const extras = cardExtras(detail, document, onDraft ? { live: detail.shownDocument } : null);
  const showStep = (stepId: string): void => {
    setDialog(null);
    setDraftShown(true);
    setSelected(stepId);
    setTab('graph');
  };
  const dialogProps = (name: AutomationDialog) => ({
    detail,
    open: dialog === name,
    onOpenChange: (open: boolean) => setDialog(open ? name : null),
  });
  const actions = (
    <AutomationActions
      detail={detail}
      may={may}
      onOpen={setDialog}
      onShowProblems={() => setTab('problems')}
    />
  );

  return (
    <Tabs
      value={tab}
      onValueChange={(value) => setTab(value as AutomationTab)}
      className="flex h-full flex-col"
    >
      <AutomationBar detail={detail}>{actions}</AutomationBar>
      <div className="flex min-h-0 grow max-md:flex-col">
        <div
          className={`flex min-w-0 grow flex-col ${tab === 'graph' ? 'max-md:min-h-0' : 'max-md:hidden'} max-md:order-2`}
        >
          <ShownNote detail={detail} onDraft={onDraft} onShowDraft={setDraftShown} />
          <div className="min-h-0 grow">
            <GraphPane
              key={onDraft ? 'draft' : `v${detail.shownVersion}`}
              document={document}
              label={`${detail.name}, ${onDraft ? 'draft' : `version ${detail.shownVersion}`}`}
              extras={extras}
              selected={selected}
              onSelect={setSelected}
            />
          </div>
        </div>
        <aside
          aria-label="About this automation"
          className={`flex flex-col bg-surface max-md:order-1 md:w-[400px] md:shrink-0 md:border-l md:border-line ${tab === 'graph' ? '' : 'min-h-0 max-md:grow'}`}
        >
          {selected !== null && selected !== 'trigger' && (
            <div className="max-h-[55%] shrink-0 overflow-y-auto max-md:max-h-[45dvh]">
              <StepPanel
                document={document}
                stepId={selected}
                heads={detail.headCounts[selected] ?? 0}
                problems={
                  onDraft ? detail.problems.filter((problem) => problem.stepId === selected) : []
                }
                now={now}
                onClose={() => setSelected(null)}
              />
            </div>
          )}
          <AutomationTabs
            detail={detail}
            now={now}
            tab={tab}
            mayPublish={may.publish}
            onShowStep={showStep}
            onVersions={() => setDialog('versions')}
          />
        </aside>
      </div>
      <div className="flex shrink-0 gap-2 border-t border-line bg-surface p-3 md:hidden">
        {actions}
      </div>
      <PublishDialog {...dialogProps('publish')} onShowStep={showStep} />
      {dialog === 'versions' && (
        <VersionsOfPage detail={detail} may={may} onClose={() => setDialog(null)} />
      )}
      <PauseDialog {...dialogProps('pause')} />
      {dialog === 'test' && (
        <TestRunDialog
          detail={detail}
          draft={detail.draft}
          errors={detail.problems.filter(({ severity }) => severity === 'error').length}
          now={now}
          first="live"
          onClose={() => setDialog(null)}
        />
      )}
    </Tabs>
  );
}
