'use client';

import { useEffect, useEffectEvent } from 'react';
import { ImportSourcePicker } from '#components/automations/transfer/import-source-picker.tsx';
import { ImportProblems } from '#components/automations/transfer/import-problems.tsx';
import { useImport } from '#components/automations/transfer/use-import.ts';
import { useEditor, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { planReplacement } from './plan-replacement.ts';
import { ExportSection } from './export-section.tsx';
import { ReplacementSummary } from './replacement-summary.tsx';

/** The draft out as a file or text, and another one in, in its place. */
export function TransferOverlay() {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const { read, take, forget } = useImport();
  const history = useEditor((state) => state.history);
  const incoming = useEditor((state) => state.incoming);
  const takeIncoming = useEffectEvent(take);
  useEffect(() => {
    if (incoming !== null) void takeIncoming(incoming);
  }, [incoming]);
  const imported = read?.imported;
  const plan = imported?.ok === true ? planReplacement(imported.document, history) : null;
  const close = (): void => store.getState().openOverlay(null);
  const replace = (): void => {
    if (plan === null || !store.getState().change(plan.change)) return;
    store.getState().say('notice', 'The draft is replaced. Undo brings back the one before.');
    close();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      size="medium"
      title="Import and export"
      description="A file holds the whole automation: steps, texts and places, but no credentials."
      footer={
        <>
          {plan !== null && (
            <Button variant="quiet" className="mr-auto" onClick={forget}>
              Choose another
            </Button>
          )}
          <Button onClick={close}>{plan === null ? 'Close' : 'Keep the draft'}</Button>
          {plan !== null && (
            <Button variant="primary" disabled={plan.count === 0} onClick={replace}>
              Replace the draft
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {plan === null && <ExportSection />}
        {mayEdit && plan === null && (
          <section aria-labelledby="import" className="flex flex-col gap-3">
            <h3 id="import" className="text-section">
              Import in place of this draft
            </h3>
            <ImportSourcePicker
              onSource={(source) => {
                forget();
                void take(source);
              }}
            />
          </section>
        )}
        {imported?.ok === false && (
          <ImportProblems
            title={`The draft stays as it is: ${read?.from} is no automation as it stands`}
            problems={imported.problems}
          />
        )}
        {plan !== null && <ReplacementSummary from={read?.from ?? ''} plan={plan} />}
        {imported?.ok === true && (
          <ImportProblems title="To mend afterwards" problems={imported.problems} />
        )}
      </div>
    </Dialog>
  );
}
