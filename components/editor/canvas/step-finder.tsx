'use client';

import { Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Fragment, useState } from 'react';
import { useListWalk } from '#components/ui/use-list-walk.ts';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { useViewer } from '#components/shell/viewer-context.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { addStepChange } from '#components/editor/add-step.ts';
import { useEditor, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import type { Adding } from '#components/editor/editor-store.ts';
import { findKinds, GROUPS } from './find-kinds.ts';
import { focusStep } from './focus-step.ts';
import { stepOf } from './step-of.ts';

/** Opens where a step is to be added; one key, one click, or a line dropped on empty ground. */
export function StepFinder() {
  const adding = useEditor((state) => state.adding);
  const store = useEditorStore();
  if (adding === null) return null;
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) store.getState().startAdding(null);
      }}
    >
      <Popover.Anchor
        className="pointer-events-none fixed size-0"
        style={{ left: adding.anchor.x, top: adding.anchor.y }}
      />
      <Popover.Portal>
        <Popover.Content
          aria-label="Add a step"
          onCloseAutoFocus={(event) => {
            // The step that was added has the keyboard already.
            if (stepOf(document.activeElement) !== null) event.preventDefault();
          }}
          side="bottom"
          align="center"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 flex max-h-[min(440px,var(--radix-popover-content-available-height))] w-[340px] max-w-[calc(100vw-24px)] animate-appear flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float"
        >
          <Finder adding={adding} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Finder({ adding }: { adding: Adding }) {
  const [text, setText] = useState('');
  const { field, list, walk } = useListWalk();
  const store = useEditorStore();
  const viewer = useViewer();
  const { connections } = useFacts();
  const found = findKinds(text);

  const take = (kind: string): void => {
    const { history, change, select, startAdding } = store.getState();
    const added = addStepChange(history, kind, adding.at, {
      connections,
      person: viewer.email,
      ...(adding.place === undefined ? {} : { place: adding.place }),
    });
    startAdding(null);
    if (!change(added)) return;
    select([added.step.id]);
    focusStep(added.step.id);
  };

  return (
    <>
      <form
        className="flex shrink-0 items-center gap-2 border-b border-line px-3"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) take(first.kind);
        }}
      >
        <Search aria-hidden className="size-4 text-ink-2" />
        <input
          ref={field}
          aria-label="Find a step to add"
          placeholder="Add a step"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => walk(event, -1)}
          className="h-10 grow bg-transparent text-body text-ink outline-none"
        />
        <Kbd>Esc</Kbd>
      </form>
      <ul ref={list} aria-label="Steps" className="min-h-0 overflow-y-auto p-1.5">
        {found.length === 0 && (
          <li className="px-2 py-3 text-body text-ink-2">No step does this.</li>
        )}
        {found.map((item, index) => (
          <Fragment key={item.kind}>
            {text.trim() === '' && found[index - 1]?.group !== item.group && (
              <li className="px-2 pt-2 pb-1 text-caption font-medium text-ink-3">
                {GROUPS.find(({ group }) => group === item.group)?.label}
              </li>
            )}
            <li>
              <button
                type="button"
                data-first={index === 0}
                onClick={() => take(item.kind)}
                onKeyDown={(event) => walk(event, index)}
                className="flex w-full items-start gap-2.5 rounded-control px-2 py-1.5 text-left hover:bg-sunken focus-visible:bg-accent-soft focus-visible:-outline-offset-2 data-[first=true]:bg-accent-soft"
              >
                <StepIcon name={item.icon} className="mt-0.5 size-4 shrink-0 text-ink-2" />
                <span className="min-w-0">
                  <span className="block text-body font-medium text-ink">{item.title}</span>
                  <span className="block text-caption text-ink-2">{item.words}</span>
                </span>
              </button>
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}
