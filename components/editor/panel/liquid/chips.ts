import { type EditorState, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from '@codemirror/view';
import { chipWords } from './chip-words.ts';
import { knownVariables } from './known-variables.ts';
import { liquidOutputs } from './liquid-outputs.ts';
import { namesMadeIn, type VariableFault, variableFault } from './variable-fault.ts';

/**
 * Values in a text as chips with their words. A chip is one thing for the caret and for Backspace;
 * with the caret inside of it (a click, F2, or while it is typed) the text shows as it is written.
 */
class Chip extends WidgetType {
  readonly words: string;
  readonly written: string;
  readonly fault: VariableFault | null;
  constructor(words: string, written: string, fault: VariableFault | null) {
    super();
    this.words = words;
    this.written = written;
    this.fault = fault;
  }
  override eq(other: Chip): boolean {
    return (
      other.words === this.words &&
      other.written === this.written &&
      other.fault?.message === this.fault?.message
    );
  }
  override toDOM(view: EditorView): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'cm-chip';
    if (this.fault !== null) chip.dataset['severity'] = this.fault.severity;
    chip.textContent = this.words;
    const how = `${this.written}: click, or press F2 beside it, to edit.`;
    chip.title = this.fault === null ? how : `${this.fault.message} ${how}`;
    chip.addEventListener('mousedown', (event) => {
      event.preventDefault();
      openAt(view, view.posAtDOM(chip));
    });
    return chip;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

interface Drawn {
  readonly chips: DecorationSet;
  readonly marks: DecorationSet;
}

function draw(state: EditorState): Drawn {
  const text = state.doc.toString();
  const variables = state.facet(knownVariables);
  const local = namesMadeIn(text);
  const chips = new RangeSetBuilder<Decoration>();
  const marks = new RangeSetBuilder<Decoration>();
  for (const output of liquidOutputs(text)) {
    const { from, to } = output;
    const words = chipWords(output, variables);
    const fault = variableFault(output, variables, local);
    const severity = fault?.severity ?? null;
    if (words !== null && !isOpen(state, from, to)) {
      const widget = new Chip(words, text.slice(from, to), fault);
      chips.add(from, to, Decoration.replace({ widget }));
    } else {
      const kind = severity === null ? '' : ` cm-fault cm-fault-${severity}`;
      const attributes: Record<string, string> = fault === null ? {} : { title: fault.message };
      marks.add(from, to, Decoration.mark({ class: `cm-liquid${kind}`, attributes }));
    }
  }
  return { chips: chips.finish(), marks: marks.finish() };
}

/** The caret, or one end of a selection, is inside. */
function isOpen(state: EditorState, from: number, to: number): boolean {
  return state.selection.ranges.some(
    ({ head, anchor }) => (head > from && head < to) || (anchor > from && anchor < to),
  );
}

const drawn = StateField.define<Drawn>({
  create: draw,
  update: (value, change) =>
    change.docChanged ||
    change.selection !== undefined ||
    change.startState.facet(knownVariables) !== change.state.facet(knownVariables)
      ? draw(change.state)
      : value,
  provide: (field) => [
    EditorView.decorations.from(field, ({ chips }) => chips),
    EditorView.decorations.from(field, ({ marks }) => marks),
    EditorView.atomicRanges.of((view) => view.state.field(field).chips),
  ],
});

/** Shows the chip at a position as it is written, with the caret behind its path. */
function openAt(view: EditorView, position: number): boolean {
  const output = liquidOutputs(view.state.doc.toString()).find(
    ({ from, to }) => position >= from && position <= to,
  );
  if (output === undefined) return false;
  const end = view.state.sliceDoc(output.from, output.to).search(/\s*-?\}\}$/);
  view.dispatch({ selection: { anchor: output.from + Math.max(2, end) }, scrollIntoView: true });
  view.focus();
  return true;
}

export const chips = [
  drawn,
  keymap.of([{ key: 'F2', run: (view) => openAt(view, view.state.selection.main.head) }]),
];
