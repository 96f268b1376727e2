'use client';

import { ArchiveRestore, ArrowLeftRight, History, ListTree } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import type { AutomationDocument } from '#server/engine/document.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useSide, useVersions } from './use-versions.ts';
import { VersionChoices } from './version-choices.tsx';
import { VersionPane } from './version-pane.tsx';

/** All versions: who published what when, what each says, what differs, and how to go back. */
export function VersionsDialog({
  automation,
  draft,
  may,
  restoreNote,
  onRestore,
  onClose,
}: {
  automation: { readonly id: string; readonly name: string; readonly liveVersion: number | null };
  draft: AutomationDocument;
  may: { readonly edit: boolean; readonly publish: boolean };
  /** What becomes of the draft that there is. */
  restoreNote: string;
  onRestore: (version: number, document: AutomationDocument) => void;
  onClose: () => void;
}) {
  const { versions, failed, more } = useVersions(automation.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? automation.liveVersion ?? versions?.[0]?.version ?? null;
  const { document } = useSide(automation.id, shown, draft);
  const row = versions?.find(({ version }) => version === shown);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="full"
      closable
      title={`Versions of ${automation.name}`}
      description="A published version never changes, and runs finish on the one they started on."
      footer={
        shown === null ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            {may.edit && (
              <p className="mr-auto text-caption text-ink-3 max-md:w-full">{restoreNote}</p>
            )}
            <Button asChild>
              <Link href={`/runs?automation=${automation.id}&version=${shown}`}>
                <ListTree aria-hidden />
                Its runs
              </Link>
            </Button>
            {may.publish && row !== undefined && !row.live && row.openRuns > 0 && (
              <Button asChild>
                <Link
                  href={`/automations/${automation.id}/migrate?from=${shown}&to=${automation.liveVersion ?? ''}`}
                >
                  <ArrowLeftRight aria-hidden />
                  Move its people…
                </Link>
              </Button>
            )}
            {may.edit && (
              <Button
                variant="primary"
                disabled={document === null}
                onClick={() => document !== null && onRestore(shown, document)}
              >
                <ArchiveRestore aria-hidden />
                Restore version {shown} as draft
              </Button>
            )}
          </>
        )
      }
    >
      <div className="-mx-5 -mb-4 flex h-[min(720px,calc(100dvh-220px))] border-t border-line max-md:h-[calc(100dvh-290px)] max-md:flex-col">
        {versions === null ? (
          <p className="p-5 text-body text-ink-2">
            {failed ? 'The versions could not be loaded. Try again.' : 'Loading…'}
          </p>
        ) : shown === null ? (
          <div className="p-5">
            <EmptyState icon={History} title="Nothing was published yet">
              Publishing the draft makes version 1. From then on every version stays here.
            </EmptyState>
          </div>
        ) : (
          <>
            <VersionChoices versions={versions} shown={shown} more={more} onChoose={setChosen} />
            <VersionPane
              automationId={automation.id}
              version={shown}
              others={versions.map(({ version }) => version)}
              draft={draft}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
