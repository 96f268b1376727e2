'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ListTree, type LucideIcon, Workflow } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTRPC } from '#components/trpc/trpc.ts';
import { AUTOMATION_STATE_WORDS, RUN_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { SYSTEM_ITEMS, WORK_ITEMS } from './navigation.ts';

export interface Finding {
  readonly group: 'Pages' | 'Automations' | 'Runs';
  readonly href: string;
  readonly label: string;
  readonly note: string;
  readonly icon: LucideIcon;
}

const MOST_RUNS = 8;

/** Pages and automations whose names hold the text, and runs that the API finds for it. */
export function useFindings(text: string): readonly Finding[] {
  const trpc = useTRPC();
  const wanted = useDeferredValue(text.trim());
  const automations = useQuery(trpc.automations.list.queryOptions());
  const runs = useQuery(
    trpc.runs.list.queryOptions(
      { q: wanted === '' ? null : wanted, limit: MOST_RUNS },
      { placeholderData: keepPreviousData },
    ),
  );
  const holds = (name: string): boolean => name.toLowerCase().includes(wanted.toLowerCase());

  const pages = [...WORK_ITEMS, ...SYSTEM_ITEMS].map(
    (item): Finding => ({
      group: 'Pages',
      href: item.href,
      label: item.label,
      note: '',
      icon: item.icon,
    }),
  );
  const found = (automations.data?.items ?? []).map(
    (item): Finding => ({
      group: 'Automations',
      href: `/automations/${item.id}`,
      label: item.name,
      note: AUTOMATION_STATE_WORDS[item.state].word,
      icon: Workflow,
    }),
  );
  const met = (runs.data?.items ?? []).map(
    (run): Finding => ({
      group: 'Runs',
      href: `/runs/${run.id}`,
      label: run.contactName ?? run.contactEmail ?? run.id,
      note: `${run.automationName}, ${RUN_STATUS_WORDS[run.status].word.toLowerCase()}`,
      icon: ListTree,
    }),
  );
  return [...[...pages, ...found].filter((finding) => holds(finding.label)), ...met];
}
