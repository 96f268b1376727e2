'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown, User } from 'lucide-react';
import { useFacts } from '#components/editor/editor-context.tsx';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { formatInstant } from '#components/ui/format-time.ts';
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem } from '#components/ui/menu.tsx';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { useSample } from './sample-context.tsx';
import { useTakeSample } from './use-take-sample.ts';

const MADE_UP = 'made_up';

/** Whom the previews are about: somebody made up, a contact, or a past run with all its data. */
export function SamplePicker({ className }: { className?: string }) {
  const { sample } = useSample();
  const { problem, ...take } = useTakeSample();
  return (
    <span className={className}>
      <Menu
        trigger={
          <Button size="compact" aria-label={`Shown for ${sample.name}. Choose somebody else`}>
            <User aria-hidden />
            <span className="max-w-36 truncate">{sample.name}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <Choices {...take} chosen={sample.kind === MADE_UP ? MADE_UP : sample.id} />
      </Menu>
      {problem !== null && <span className="block text-caption text-fail">{problem}</span>}
    </span>
  );
}

function Choices({
  chosen,
  takeMadeUp,
  takeContact,
  takeRun,
}: Omit<ReturnType<typeof useTakeSample>, 'problem'> & { chosen: string }) {
  const { detail, now } = useFacts();
  const zone = useReaderZone();
  const trpc = useTRPC();
  const limit = 8;
  const runs = useQuery(trpc.runs.list.queryOptions({ automationId: detail.id, limit }));
  const contacts = useQuery(trpc.contacts.list.queryOptions({ limit }));
  const people = (contacts.data?.items ?? []).filter(({ erased }) => !erased);
  const past = runs.data?.items ?? [];
  const choose = (value: string): void => {
    if (value === MADE_UP) return takeMadeUp();
    const contact = people.find(({ id }) => id === value);
    if (contact !== undefined) return takeContact(contact);
    const run = past.find(({ id }) => id === value);
    if (run !== undefined) void takeRun(run.id, run.contactName ?? run.contactEmail ?? run.id);
    return undefined;
  };
  return (
    <MenuRadioGroup value={chosen} onValueChange={choose} className="max-h-96 overflow-y-auto">
      <MenuRadioItem value={MADE_UP}>Somebody made up</MenuRadioItem>
      {(runs.isPending || contacts.isPending) && <MenuLabel>Looking for others…</MenuLabel>}
      {past.length > 0 && <MenuLabel>A past run, with what its steps put out</MenuLabel>}
      {past.map((run) => (
        <MenuRadioItem key={run.id} value={run.id}>
          <span className="min-w-0 grow truncate">
            {run.contactName ?? run.contactEmail ?? run.id}
          </span>
          <span className="pl-4 text-caption text-ink-3 tabular">
            {formatInstant(run.startedAt, zone, now)}
          </span>
        </MenuRadioItem>
      ))}
      {people.length > 0 && <MenuLabel>A contact, with the trigger’s sample</MenuLabel>}
      {people.map((contact) => (
        <MenuRadioItem key={contact.id} value={contact.id}>
          <span className="min-w-0 grow truncate">{contact.name ?? contact.email}</span>
          <span className="pl-4 text-caption text-ink-3">{contact.timezone}</span>
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
}
