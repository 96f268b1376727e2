'use client';

import type { ReadableStep } from '#server/steps/describe-comparison.ts';
import { useMemo } from 'react';
import type { DocumentChanges } from '#server/engine/compare-documents.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { BeforeAfter, ChangeFields } from './change-fields.tsx';
import { ChangeItem } from './change-item.tsx';
import { type Between, describeChanges } from './describe-changes.ts';
import { useNames } from './use-names.ts';

const kindWords = (kind: string): string =>
  stepCatalogue.get(kind)?.title ?? kind.replaceAll('_', ' ');

function StepChangeItem({ step: change, place }: { step: ReadableStep; place: string }) {
  return (
    <ChangeItem
      mark={change.kind}
      title={change.step.name}
      aside={`${kindWords(change.step.kind)} · ${change.kind}`}
    >
      {change.kind === 'added' && (
        <p className="text-body break-words text-ink-2">{change.sentence}</p>
      )}
      {place !== '' && <p className="text-body break-words text-ink-2">{place}</p>}
      {change.kind === 'changed' && <ChangeFields fields={change.fields} />}
    </ChangeItem>
  );
}

/** What differs between two documents: steps, where ports lead, and settings. */
export function ChangeList({
  changes: compared,
  between = null,
}: {
  changes: DocumentChanges;
  /** Given, added and removed steps say where they stand. */
  between?: Between | null;
}) {
  const names = useNames();
  const from = between?.from ?? null;
  const to = between?.to ?? null;
  const changes = useMemo(
    () => describeChanges(compared, names, from === null || to === null ? null : { from, to }),
    [compared, names, from, to],
  );
  return (
    <ul className="flex flex-col">
      {changes.steps.map(({ step, place }) => (
        <StepChangeItem key={`${step.kind} ${step.step.id}`} step={step} place={place} />
      ))}
      {changes.links.map((link) => (
        <ChangeItem
          key={`${link.stepId} ${link.port}`}
          mark="link"
          title={link.from}
          aside={link.words}
        >
          <div className="text-body">
            <BeforeAfter before={link.before} after={link.after} />
          </div>
        </ChangeItem>
      ))}
      {changes.settings.length > 0 && (
        <ChangeItem mark="settings" title="Settings" aside="changed">
          <ChangeFields fields={changes.settings} />
        </ChangeItem>
      )}
    </ul>
  );
}
