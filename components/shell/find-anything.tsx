'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { useListWalk } from '#components/ui/use-list-walk.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { type Finding, useFindings } from './use-findings.ts';

/** One field that leads to any page, automation or run, by name, contact or id. */
export function FindAnything({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[520px] animate-appear overflow-hidden rounded-dialog border border-line bg-raised shadow-dialog"
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Arrow keys walk from the field through the links and back; Enter in the field takes the first. */
function Finder({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const router = useRouter();
  const { field, list, walk } = useListWalk();
  const findings = useFindings(text);
  const takeFirst = (): void => {
    const [first] = findings;
    if (first === undefined) return;
    onDone();
    router.push(first.href);
  };

  return (
    <>
      <form
        className="flex items-center gap-2 border-b border-line px-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          takeFirst();
        }}
      >
        <Search aria-hidden className="size-4 text-ink-2" />
        <input
          ref={field}
          aria-label="Find a page, an automation or a run"
          value={text}
          placeholder="A page, an automation, a contact or a run"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => walk(event, -1)}
          className="h-11 grow bg-transparent text-body text-ink outline-none"
        />
        <Kbd>Esc</Kbd>
      </form>
      <ul ref={list} aria-label="Found" className="max-h-[50vh] overflow-y-auto p-1.5">
        {findings.length === 0 && (
          <li className="px-2 py-3 text-body text-ink-2">Nothing has this name or id.</li>
        )}
        {findings.map((finding, index) => (
          <Fragment key={finding.href}>
            {findings[index - 1]?.group !== finding.group && (
              <li className="px-2 pt-2 pb-1 text-caption font-medium text-ink-3">
                {finding.group}
              </li>
            )}
            <li>
              <FindingLink
                finding={finding}
                first={index === 0}
                onKeyDown={(event) => walk(event, index)}
                onGo={onDone}
              />
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}

function FindingLink({
  finding,
  first,
  onKeyDown,
  onGo,
}: {
  finding: Finding;
  /** The one that Enter takes. */
  first: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onGo: () => void;
}) {
  const Icon = finding.icon;
  return (
    <Link
      href={finding.href}
      onKeyDown={onKeyDown}
      onClick={onGo}
      data-first={first}
      className="flex h-8 items-center gap-2.5 rounded-control px-2 text-body font-medium text-ink hover:bg-sunken focus-visible:bg-accent-soft focus-visible:-outline-offset-2 data-[first=true]:bg-accent-soft max-md:h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
      <span className="min-w-0 truncate">{finding.label}</span>
      <span className="ml-auto shrink-0 pl-3 text-caption font-normal text-ink-3">
        {finding.note}
      </span>
    </Link>
  );
}
