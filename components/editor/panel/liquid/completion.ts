import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { completeLiquid, type LiquidOption } from './complete-liquid.ts';
import { knownVariables } from './known-variables.ts';

/** Offers what can stand inside of `{{ … }}` while it is typed. */
export const completion = autocompletion({
  override: [offer],
  icons: false,
  maxRenderedOptions: 60,
  interactionDelay: 0,
  addToOptions: [{ render: missingNote, position: 90 }],
});

function offer({ state, pos }: CompletionContext): CompletionResult | null {
  const found = completeLiquid(state.doc.toString(), pos, state.facet(knownVariables));
  if (found === null || found.options.length === 0) return null;
  return { from: found.from, options: found.options.map(toCompletion), filter: false };
}

function toCompletion(option: LiquidOption): Completion {
  return {
    label: option.label,
    detail: option.detail,
    type: option.mayBeMissing ? 'missing' : 'certain',
    apply: (view, chosen, from, to) => {
      const rest = view.state.sliceDoc(to, to + 40);
      // The rest of a word that the caret stands in goes too; braces that are there stay.
      const tail = /^[\w.-]*/.exec(rest)?.[0].length ?? 0;
      const closed = /^\s*(\||-?\}\})/.test(rest.slice(tail));
      const before = view.state.sliceDoc(from - 1, from) === '{' ? ' ' : '';
      const isDone = option.caret === option.text.length && !closed;
      const insert = `${before}${option.text}${closed ? '' : ' }}'}`;
      const caret = from + before.length + option.caret + (isDone ? 3 : 0);
      view.dispatch({
        changes: { from, to: to + tail, insert },
        selection: { anchor: caret },
        annotations: pickedCompletion.of(chosen),
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
    },
  };
}

function missingNote({ type }: Completion): Node | null {
  if (type !== 'missing') return null;
  const note = document.createElement('span');
  note.className = 'cm-missing';
  note.textContent = 'may be missing';
  return note;
}
