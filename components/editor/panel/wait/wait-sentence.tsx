'use client';

import { useEditorStore } from '#components/editor/editor-context.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { useVariables } from '../use-variables.ts';
import { waitSentence } from './wait-sentence.ts';

/** The rule as one sentence; its underlined words lead to their fields. */
export function WaitSentence({ step }: { step: DocumentStep }) {
  const store = useEditorStore();
  const variables = useVariables(step.id);
  return (
    <p className="text-sentence text-ink">
      {waitSentence(step, variables).map((part) =>
        part.field === null ? (
          part.text
        ) : (
          <button
            key={part.field}
            type="button"
            aria-label={`${part.text}: change it`}
            onClick={() => store.getState().select([step.id], part.field)}
            className="inline border-b-2 border-accent-line text-left font-semibold text-accent-text hover:border-accent"
          >
            {part.text}
          </button>
        ),
      )}
    </p>
  );
}
