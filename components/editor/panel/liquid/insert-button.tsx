'use client';

import { Braces, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Fragment, useState } from 'react';
import { useListWalk } from '#components/ui/use-list-walk.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { Variable } from '#server/engine/edit/variables-at.ts';
import { searchVariables } from './complete-liquid.ts';

/** Opens a list of everything that this text may refer to. */
export function InsertButton({
  label,
  variables,
  small,
  onInsert,
}: {
  /** The field that it is put into. */
  label: string;
  variables: readonly Variable[];
  small: boolean;
  onInsert: (variable: Variable) => void;
}) {
  const [open, setOpen] = useState(false);
  const name = `Insert a value into ${label}`;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      {small ? (
        <Popover.Anchor className="m-0.5 inline-flex shrink-0">
          <IconButton
            label={name}
            size="compact"
            className="size-6 max-md:size-9"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Braces aria-hidden />
          </IconButton>
        </Popover.Anchor>
      ) : (
        <Popover.Trigger asChild>
          <Button size="compact" variant="quiet" aria-label={name} className="max-md:h-9">
            <Braces aria-hidden />
            Insert
          </Button>
        </Popover.Trigger>
      )}
      <Popover.Portal>
        <Popover.Content
          aria-label={name}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          // The caret's place is in the text: it goes there, not back to the button.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 flex max-h-[min(380px,var(--radix-popover-content-available-height))] w-[340px] max-w-[calc(100vw-24px)] animate-appear flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float"
        >
          <ValueList
            variables={variables}
            onChoose={(variable) => {
              setOpen(false);
              onInsert(variable);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A search field with its results below; arrows walk, Enter takes. */
function ValueList({
  variables,
  onChoose,
}: {
  variables: readonly Variable[];
  onChoose: (variable: Variable) => void;
}) {
  const { field, list, walk } = useListWalk();
  const [typed, setTyped] = useState('');
  const found = inGroups(searchVariables(typed, variables));
  return (
    <>
      <form
        className="flex shrink-0 items-center gap-2 border-b border-line px-3"
        onSubmit={(event) => {
          event.preventDefault();
          // React hands it on to the step's own form otherwise.
          event.stopPropagation();
          const [first] = found;
          if (first !== undefined) onChoose(first);
        }}
      >
        <Search aria-hidden className="size-4 text-ink-2" />
        <input
          ref={field}
          aria-label="Find a value"
          placeholder="Find a value"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => walk(event, -1)}
          className="h-10 grow bg-transparent text-body text-ink outline-none max-md:text-heading max-md:font-normal"
        />
      </form>
      <ul ref={list} aria-label="Values" className="min-h-0 overflow-y-auto p-1.5">
        {found.length === 0 && (
          <li className="px-2 py-3 text-body text-ink-2">
            Nothing here has that name. A field of your own can be typed, as contact.name is.
          </li>
        )}
        {found.map((variable, index) => (
          <Fragment key={variable.path}>
            {found[index - 1]?.from !== variable.from && (
              <li className="px-2 pt-2 pb-1 text-caption font-medium text-ink-3">
                {groupOf(variable)}
              </li>
            )}
            <li>
              <button
                type="button"
                data-first={typed !== '' && index === 0}
                onClick={() => onChoose(variable)}
                onKeyDown={(event) => walk(event, index)}
                className="flex min-h-7 w-full items-baseline gap-3 rounded-control px-2 py-1 text-left text-body hover:bg-sunken focus-visible:bg-accent-soft focus-visible:-outline-offset-2 data-[first=true]:bg-accent-soft max-md:min-h-11 max-md:items-center"
              >
                <span className="min-w-0 grow break-words text-ink">{lastPart(variable)}</span>
                {!variable.certain && (
                  <span className="shrink-0 text-tag text-held">may be missing</span>
                )}
              </button>
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}

/** Values of one source together, sources in the order in which they were first found. */
function inGroups(variables: readonly Variable[]): Variable[] {
  return [...Map.groupBy(variables, ({ from }) => from).values()].flat();
}

function groupOf({ label }: Variable): string {
  return label.split(': ')[0] ?? label;
}

function lastPart({ label, path }: Variable): string {
  const rest = label.split(': ').slice(1).join(': ');
  return rest === '' ? path : rest.replaceAll('_', ' ');
}
