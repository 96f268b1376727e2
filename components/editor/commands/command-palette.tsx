'use client';

import { CornerDownLeft, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useListWalk } from '#components/ui/use-list-walk.ts';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { focusStep } from '#components/editor/canvas/focus-step.ts';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { EDITOR_COMMANDS } from './editor-commands.ts';
import { keyName } from './key-names.ts';

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys: readonly string[];
  readonly run: () => void;
}

/** One field that leads to every command of the editor and to every step by its name. */
export function CommandPalette() {
  const store = useEditorStore();
  const close = (): void => store.getState().openOverlay(null);
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[520px] animate-appear overflow-hidden rounded-dialog border border-line bg-raised shadow-dialog"
        >
          <Dialog.Title className="sr-only">Find a command or a step</Dialog.Title>
          <Palette onDone={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useEntries(text: string, onDone: () => void): readonly Entry[] {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const { steps } = useDocument();
  const seen = new Set<string>();
  const commands = EDITOR_COMMANDS.filter(({ label, edits, id }) => {
    if (id === 'commands' || (edits && !mayEdit) || seen.has(label)) return false;
    seen.add(label);
    return true;
  }).map(
    (command): Entry => ({
      id: command.id,
      label: command.label,
      icon: <CornerDownLeft aria-hidden className="size-4" />,
      keys: command.keys,
      run: () => {
        onDone();
        command.run(store.getState());
      },
    }),
  );
  const places = steps.map(
    (step): Entry => ({
      id: `step ${step.id}`,
      label: step.name,
      icon: <StepIcon name={stepCatalogue.get(step.kind)?.icon ?? ''} className="size-4" />,
      keys: [],
      run: () => {
        onDone();
        store.getState().select([step.id]);
        focusStep(step.id);
      },
    }),
  );
  const wanted = text.trim().toLowerCase();
  return [...commands, ...places].filter(({ label }) => label.toLowerCase().includes(wanted));
}

function Palette({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const { field, list, walk } = useListWalk();
  const entries = useEntries(text, onDone);
  return (
    <>
      <form
        className="flex items-center gap-2 border-b border-line px-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          entries[0]?.run();
        }}
      >
        <Search aria-hidden className="size-4 text-ink-2" />
        <input
          ref={field}
          aria-label="Find a command or a step"
          value={text}
          placeholder="A command, or a step by its name"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => walk(event, -1)}
          className="h-11 grow bg-transparent text-body text-ink outline-none"
        />
        <Kbd>Esc</Kbd>
      </form>
      <ul ref={list} aria-label="Found" className="max-h-[50vh] overflow-y-auto p-1.5">
        {entries.length === 0 && (
          <li className="px-2 py-3 text-body text-ink-2">No command and no step has this name.</li>
        )}
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <button
              type="button"
              data-first={index === 0}
              onClick={entry.run}
              onKeyDown={(event) => walk(event, index)}
              className="flex h-8 w-full items-center gap-2.5 rounded-control px-2 text-left text-body font-medium text-ink hover:bg-sunken focus-visible:bg-accent-soft focus-visible:-outline-offset-2 data-[first=true]:bg-accent-soft max-md:h-11 [&_svg]:text-ink-2"
            >
              {entry.icon}
              <span className="min-w-0 grow truncate">{entry.label}</span>
              <Keys keys={entry.keys} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Keys in a row, as the reader's keyboard names them. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{keyName(key)}</Kbd>
      ))}
    </span>
  );
}
