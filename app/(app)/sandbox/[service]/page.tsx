import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { readForPage } from '#app/read-for-page.ts';
import { RefreshPage } from '#components/live/refresh-page.tsx';
import { CrmPanel } from '#components/sandbox/crm-panel.tsx';
import { MailboxPanel } from '#components/sandbox/mailbox-panel.tsx';
import { ModelPanel } from '#components/sandbox/model-panel.tsx';
import { SANDBOX_TABS, SandboxFrame, type SandboxTab } from '#components/sandbox/sandbox-frame.tsx';
import { SandboxOff } from '#components/sandbox/sandbox-off.tsx';
import { SlackPanel } from '#components/sandbox/slack-panel.tsx';
import { txOf, type Tx } from '#server/platform/db.ts';
import { listMail } from '#server/sandbox/api/list-mail.ts';
import { listSlack } from '#server/sandbox/api/list-slack.ts';
import { sandboxContext } from '#server/sandbox/context.ts';
import { listCalls } from '#server/sandbox/store/calls.ts';
import { listCrmRecords } from '#server/sandbox/store/crm-records.ts';
import { listFaults } from '#server/sandbox/store/faults.ts';
import { listModelCalls } from '#server/sandbox/store/model-calls.ts';

export const metadata: Metadata = { title: 'Sandbox' };

interface Props {
  readonly params: Promise<{ readonly service: string }>;
  readonly searchParams: Promise<{ readonly mail?: string }>;
}

const CALLS_SHOWN = 30;
const ITEMS_SHOWN = 100;

async function panelOf(
  tx: Tx,
  tab: SandboxTab,
  mailId: string | undefined,
  now: Date,
): Promise<ReactNode> {
  switch (tab.slug) {
    case 'slack': {
      const { channels, users, items } = await listSlack(tx);
      return <SlackPanel channels={channels} users={users} messages={items} />;
    }
    case 'mailbox': {
      const { items, total } = await listMail(tx, ITEMS_SHOWN);
      const named = items.find((mail) => mail.id === mailId);
      return (
        <MailboxPanel
          items={items}
          total={total}
          selected={named ?? items[0] ?? null}
          chosen={named !== undefined}
          now={now}
        />
      );
    }
    case 'model':
      return <ModelPanel items={await listModelCalls(tx, ITEMS_SHOWN)} now={now} />;
    case 'crm':
      return <CrmPanel items={await listCrmRecords(tx, { limit: ITEMS_SHOWN })} now={now} />;
  }
}

export default async function SandboxPage({ params, searchParams }: Props) {
  const { service } = await params;
  const { mail } = await searchParams;
  const tab = SANDBOX_TABS.find(({ slug }) => slug === service);
  if (tab === undefined) notFound();
  // The layout guards the page; this guards its data where the layout is not asked again.
  await readForPage(async (api) => api.viewer.get());
  const context = sandboxContext();
  if (context === null) return <SandboxOff />;
  const tx = txOf(context.pool);
  const [panel, faults, calls] = await Promise.all([
    panelOf(tx, tab, mail, new Date()),
    listFaults(tx),
    listCalls(tx, { service: tab.service, limit: CALLS_SHOWN }),
  ]);
  const fault = faults.find((candidate) => candidate.service === tab.service);
  if (fault === undefined) notFound();
  return (
    <>
      <RefreshPage seconds={2} />
      <SandboxFrame tab={tab} fault={fault} calls={calls}>
        {panel}
      </SandboxFrame>
    </>
  );
}
