'use client';

import { Check, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useListWalk } from '#components/ui/use-list-walk.ts';
import { cn } from '#components/ui/cn.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import type { Port } from '#server/engine/definition.ts';
import { type AutomationDocument, DEFAULT_PORT } from '#server/engine/document.ts';
import { connectTargets } from '#server/engine/edit/connect-targets.ts';
import { portsOf } from '#server/engine/edit/ports-of.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useDocument, useEditor, useEditorStore } from '#components/editor/editor-context.tsx';
import { focusStep } from './focus-step.ts';

/** Leads a way on to another step without a mouse: the port, then the step by its name. */
export function ConnectFinder() {
  const connecting = useEditor((state) => state.connecting);
  const store = useEditorStore();
  if (connecting === null) return null;
  const close = (): void => {
    store.getState().startConnecting(null);
    focusStep(connecting.from);
  };
  return (
    <Popover.Root open onOpenChange={close}>
      <Popover.Anchor
        className="pointer-events-none fixed size-0"
        style={{ left: connecting.anchor.x, top: connecting.anchor.y }}
      />
      <Popover.Portal>
        <Popover.Content
          aria-label="Connect to another step"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof Element)
              event.currentTarget.querySelector('input')?.focus();
          }}
          side="bottom"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 flex max-h-[min(440px,var(--radix-popover-content-available-height))] w-[340px] max-w-[calc(100vw-24px)] animate-appear flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float"
        >
          <Finder from={connecting.from} onDone={close} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function portsFrom(draft: AutomationDocument, from: string): readonly Port[] {
  const step = draft.steps.find((candidate) => candidate.id === from);
  return step === undefined ? [{ id: DEFAULT_PORT, label: 'Next' }] : portsOf(step, stepCatalogue);
}

function Finder({ from, onDone }: { from: string; onDone: () => void }) {
  const store = useEditorStore();
  const draft = useDocument();
  const ports = portsFrom(draft, from);
  const [port, setPort] = useState(ports[0]?.id ?? '');
  const [text, setText] = useState('');
  const { field, list, walk } = useListWalk();
  const wanted = text.trim().toLowerCase();
  const found = connectTargets(draft, from, port, stepCatalogue).filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  );
  const take = (target: (typeof found)[number]): void => {
    const edge = { from, port, to: target.stepId };
    store.getState().change({ kind: target.connected ? 'disconnect' : 'connect', ...edge });
    onDone();
  };
  if (ports.length === 0)
    return <p className="p-3 text-body text-ink-2">This step ends its path: nothing follows.</p>;
  return (
    <>
      {ports.length > 1 && <PortChoice ports={ports} chosen={port} onChoose={setPort} />}
      <form
        className="flex shrink-0 items-center gap-2 border-b border-line px-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0] !== undefined) take(found[0]);
        }}
      >
        <Search aria-hidden className="size-4 text-ink-2" />
        <input
          ref={field}
          aria-label="Find the step to connect to"
          placeholder="Connect to"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => walk(event, -1)}
          className="h-10 grow bg-transparent text-body text-ink outline-none"
        />
        <Kbd>Esc</Kbd>
      </form>
      <ul ref={list} aria-label="Steps" className="min-h-0 overflow-y-auto p-1.5">
        {found.length === 0 && (
          <li className="px-2 py-3 text-body text-ink-2">No other step has this name.</li>
        )}
        {found.map((target, index) => (
          <li key={target.stepId}>
            <button
              type="button"
              data-first={index === 0}
              onClick={() => take(target)}
              onKeyDown={(event) => walk(event, index)}
              className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-left text-body text-ink hover:bg-sunken focus-visible:bg-accent-soft focus-visible:-outline-offset-2 data-[first=true]:bg-accent-soft max-md:min-h-11"
            >
              <span className="min-w-0 grow truncate font-medium">{target.name}</span>
              {target.loops && <span className="text-caption text-ink-2">back</span>}
              {target.connected && (
                <span className="inline-flex items-center gap-1 text-caption text-accent-text">
                  <Check aria-hidden className="size-3.5" />
                  connected: disconnects
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function PortChoice({
  ports,
  chosen,
  onChoose,
}: {
  ports: readonly Port[];
  chosen: string;
  onChoose: (port: string) => void;
}) {
  return (
    <fieldset className="flex shrink-0 flex-wrap gap-1 border-b border-line p-2">
      <legend className="sr-only">Way on</legend>
      {ports.map((port) => (
        <button
          key={port.id}
          type="button"
          aria-pressed={port.id === chosen}
          onClick={() => onChoose(port.id)}
          className={cn(
            'h-7 rounded-control border px-2 text-caption font-medium max-md:h-11',
            port.id === chosen
              ? 'border-accent-line bg-accent-soft text-accent-text'
              : 'border-control bg-surface text-ink-2',
          )}
        >
          {port.label}
        </button>
      ))}
    </fieldset>
  );
}
