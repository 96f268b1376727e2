'use client';

import { CircleCheck } from 'lucide-react';
import { ImportProblems } from '#components/automations/transfer/import-problems.tsx';
import { ImportSourcePicker } from '#components/automations/transfer/import-source-picker.tsx';
import type { ReadImport } from '#components/automations/transfer/read-import.ts';
import { useImport } from '#components/automations/transfer/use-import.ts';
import { Button } from '#components/ui/button.tsx';
import type { AutomationDocument } from '#server/engine/document.ts';
import { useCreate } from './use-create.ts';

/** An automation from a file or from text, as a new draft. */
export function ImportNew() {
  const { read, take, forget } = useImport();
  const { create, pending } = useCreate();
  return (
    <section
      aria-labelledby="import"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h2 id="import" className="text-heading">
        Import
      </h2>
      <ImportSourcePicker onSource={(source) => void take(source)} />
      {read !== null && (
        <Outcome read={read} pending={pending} onCreate={create} onForget={forget} />
      )}
    </section>
  );
}

function Outcome({
  read: { from, imported },
  pending,
  onCreate,
  onForget,
}: {
  read: ReadImport;
  pending: boolean;
  onCreate: (document: AutomationDocument) => void;
  onForget: () => void;
}) {
  if (!imported.ok) {
    return (
      <ImportProblems
        title={`Nothing was created: ${from} is no automation as it stands`}
        problems={imported.problems}
      />
    );
  }
  const { document, problems } = imported;
  const steps = document.steps.length;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <p aria-live="polite" className="flex items-start gap-2 text-body text-ink-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-semibold text-ink">{document.name}</strong>, with{' '}
          {steps === 1 ? 'one step' : `${steps} steps`}, from {from}. It gets an address of its own,
          and names connections only: reconnect what is missing here.
        </span>
      </p>
      <ImportProblems title="To mend in the editor" problems={problems} />
      <div className="flex flex-wrap gap-2">
        <Button className="max-md:h-11" onClick={onForget}>
          Leave it
        </Button>
        <Button
          variant="primary"
          className="max-md:h-11"
          disabled={pending}
          onClick={() => onCreate(document)}
        >
          Create from this
        </Button>
      </div>
    </div>
  );
}
