'use client';

import { Copy, MoreHorizontal, Power, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { copyChosen, pasteText } from '#components/editor/clipboard.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';

/** The step's icon and kind, its name edited in place, and what can be done with all of it. */
export function StepHeader({ step }: { step: DocumentStep }) {
  const store = useEditorStore();
  const { mayEdit, connections } = useFacts();
  const definition = stepCatalogue.get(step.kind);
  const off = step.disabled === true;
  const duplicate = (): void => {
    const state = store.getState();
    const text = copyChosen({ ...state, selection: [step.id] });
    if (text !== null) pasteText(state, text, new Set(connections.map(({ name }) => name)));
  };
  return (
    <header className="flex items-start gap-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
        <StepIcon name={definition?.icon ?? 'circle-dashed'} className="size-4" />
      </span>
      <span className="flex min-w-0 grow flex-col">
        {mayEdit ? <NameField step={step} /> : <h2 className="text-section">{step.name}</h2>}
        <span className="px-1.5 text-caption text-ink-3">
          {definition?.title ?? step.kind}
          {off && ' · off: runs walk past it'}
        </span>
      </span>
      {mayEdit && (
        <Menu
          trigger={
            <IconButton label="What can be done with this step" size="compact">
              <MoreHorizontal aria-hidden />
            </IconButton>
          }
        >
          <MenuItem
            onSelect={() =>
              store.getState().change({ kind: 'set_disabled', ids: [step.id], disabled: !off })
            }
          >
            <Power aria-hidden />
            {off ? 'Turn on again' : 'Turn off'}
          </MenuItem>
          <MenuItem onSelect={duplicate}>
            <Copy aria-hidden />
            Duplicate
          </MenuItem>
          <MenuItem
            danger
            onSelect={() => store.getState().change({ kind: 'delete_steps', ids: [step.id] })}
          >
            <Trash2 aria-hidden />
            Delete
          </MenuItem>
        </Menu>
      )}
      <IconButton label="Close" size="compact" onClick={() => store.getState().select([])}>
        <X aria-hidden />
      </IconButton>
    </header>
  );
}

/** Typed freely; what is blank or too long is not taken, and says so when the field is left. */
function NameField({ step }: { step: DocumentStep }) {
  const store = useEditorStore();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      aria-label="Name of the step"
      value={typed ?? step.name}
      onChange={(event) => {
        const name = event.target.value;
        setTyped(name);
        if (name.trim() !== '' && name.trim().length <= 200) {
          const change = { kind: 'rename_step', stepId: step.id, name } as const;
          store.getState().change(change, `name:${step.id}`);
        }
      }}
      onBlur={() => {
        if (typed !== null && (typed.trim() === '' || typed.trim().length > 200)) {
          store.getState().change({ kind: 'rename_step', stepId: step.id, name: typed });
        }
        setTyped(null);
        store.getState().endGesture();
      }}
      className="-mt-0.5 rounded-control border border-transparent px-1.5 py-0.5 text-section text-ink hover:border-control focus:border-accent"
    />
  );
}
