'use client';

import { useQuery } from '@tanstack/react-query';
import { ChangeList } from '#components/automations/change-list.tsx';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { Conflict, DraftSaver } from './draft-saver.ts';
import { useDocument, useEditorStore, useFacts } from './editor-context.tsx';

/**
 * Someone, or another tab, saved meanwhile. Shows who and what, and lets a person choose: nothing
 * is sent before, and neither choice loses a draft without saying so.
 */
export function ConflictDialog({ conflict, saver }: { conflict: Conflict; saver: DraftSaver }) {
  const store = useEditorStore();
  const mine = useDocument();
  const { detail } = useFacts();
  const trpc = useTRPC();
  const theirs = useQuery({
    ...trpc.automations.get.queryOptions({ id: detail.id }),
    staleTime: 0,
    gcTime: 0,
  });
  const who = conflict.savedBy ?? 'Someone';
  const loaded = theirs.data;

  const takeTheirs = (): void => {
    if (loaded === undefined) return;
    saver.resolve(loaded.draftRevision, loaded.draft, true);
    store.getState().restart(loaded.draft, []);
  };
  const keepMine = (): void => {
    if (loaded !== undefined) saver.resolve(loaded.draftRevision, mine, false);
  };

  return (
    <Dialog
      open
      onOpenChange={() => {}}
      size="medium"
      title={`${who} changed this draft`}
      description={
        <>
          Saved <Moment at={conflict.savedAt} />, after you opened it. Your edits are kept in this
          browser and were not sent.
        </>
      }
      footer={
        <>
          <Button disabled={loaded === undefined} onClick={takeTheirs}>
            Use {who}’s draft
          </Button>
          <Button variant="danger-outline" disabled={loaded === undefined} onClick={keepMine}>
            Replace it with mine
          </Button>
        </>
      }
    >
      {loaded === undefined ? (
        <p className="text-body text-ink-2">
          {theirs.isError ? 'The other draft could not be loaded. Trying again…' : 'Loading it…'}
        </p>
      ) : (
        <Differences theirs={loaded.draft} mine={mine} who={who} />
      )}
    </Dialog>
  );
}

function Differences({
  theirs,
  mine,
  who,
}: {
  theirs: AutomationDocument;
  mine: AutomationDocument;
  who: string;
}) {
  const changes = compareDocuments(theirs, mine);
  if (countChanges(changes) === 0) {
    return <p className="text-body text-ink-2">Both drafts do the same: only places differ.</p>;
  }
  return (
    <>
      <h3 className="mb-1 text-section">What yours would change in {who}’s draft</h3>
      <ChangeList changes={changes} between={{ from: theirs, to: mine }} />
    </>
  );
}
