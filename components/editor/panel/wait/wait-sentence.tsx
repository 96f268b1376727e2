'use client';

import { useEditorStore } from '#components/editor/editor-context.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { useVariables } from '../use-variables.ts';
import { type SentencePart, waitSentence } from './wait-sentence.ts';

/** The rule as one sentence; its underlined words lead to their fields. */
export function WaitSentence({ step }: { step: DocumentStep }) {
  const store = useEditorStore();
  const variables = useVariables(step.id);
  return (
    <p className="text-sentence text-ink">
      {withStops(waitSentence(step, variables)).map(({ text, field, stop }) =>
        field === null ? (
          text
        ) : (
          <span key={field} className={text.length < 30 ? 'whitespace-nowrap' : undefined}>
            <button
              type="button"
              aria-label={`${text}: change it`}
              onClick={() => store.getState().select([step.id], field)}
              className="inline border-b-2 border-accent-line text-left font-semibold text-accent-text hover:border-accent"
            >
              {text}
            </button>
            {stop}
          </span>
        ),
      )}
    </p>
  );
}

/** A full stop or comma stays on the line of the word before it. */
function withStops(parts: readonly SentencePart[]): (SentencePart & { readonly stop: string })[] {
  return parts.map((part, index) => {
    const isAfterWord = part.field === null && (parts[index - 1]?.field ?? null) !== null;
    const next = parts[index + 1];
    return {
      field: part.field,
      text: isAfterWord ? part.text.replace(/^[.,]/, '') : part.text,
      stop: part.field === null || next?.field !== null ? '' : (/^[.,]/.exec(next.text)?.[0] ?? ''),
    };
  });
}
