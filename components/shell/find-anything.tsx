'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
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

function Finder({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const router = useRouter();
  const listId = useId();
  const findings = useFindings(text);
  const current = Math.min(at, findings.length - 1);

  const go = (finding: Finding | undefined): void => {
    if (finding === undefined) return;
    onDone();
    router.push(finding.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(current + 1, findings.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0));
    else if (event.key === 'Enter') go(findings[current]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3.5">
        <Search aria-hidden className="size-4 text-ink-2" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label="Find a page, an automation or a run"
          aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
          value={text}
          placeholder="A page, an automation, a contact or a run"
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-11 grow bg-transparent text-body text-ink outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      <ul id={listId} role="listbox" aria-label="Found" className="max-h-[50vh] overflow-y-auto p-1.5">
        {findings.length === 0 && (
          <li className="px-2 py-3 text-body text-ink-2">Nothing has this name or id.</li>
        )}
        {findings.map((finding, index) => (
          <FindingRow
            key={finding.href}
            id={`${listId}-${index}`}
            finding={finding}
            first={index === 0 || findings[index - 1]?.group !== finding.group}
            selected={index === current}
            onPoint={() => setAt(index)}
            onGo={() => go(finding)}
          />
        ))}
      </ul>
    </>
  );
}

function FindingRow({
  id,
  finding,
  first,
  selected,
  onPoint,
  onGo,
}: {
  id: string;
  finding: Finding;
  first: boolean;
  selected: boolean;
  onPoint: () => void;
  onGo: () => void;
}) {
  const Icon = finding.icon;
  return (
    <>
      {first && (
        <li role="presentation" className="px-2 pt-2 pb-1 text-caption font-medium text-ink-3">
          {finding.group}
        </li>
      )}
      {/* The field above keeps the focus and its arrow keys choose; the pointer may too. */}
      <li
        id={id}
        role="option"
        aria-selected={selected}
        onPointerMove={onPoint}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onGo}
        className={cn(
          'flex h-8 cursor-pointer items-center gap-2.5 rounded-control px-2 text-body font-medium max-md:h-11',
          selected && 'bg-accent-soft',
        )}
      >
        <Icon aria-hidden className={cn('size-4 shrink-0 text-ink-2', selected && 'text-accent-text')} />
        <span className="min-w-0 truncate">{finding.label}</span>
        <span className="ml-auto shrink-0 pl-3 text-caption font-normal text-ink-3">{finding.note}</span>
      </li>
    </>
  );
}
