import { Database, Mail, MessageSquare, Sparkles } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { PageHeader } from '#components/ui/page-header.tsx';
import { TAB_CLASSES } from '#components/ui/tabs.tsx';
import { BehaviourPanel } from './behaviour-panel.tsx';
import { CallsList } from './calls-list.tsx';
import { ClearReceivedButton } from './clear-received-button.tsx';
import type { CallView, FaultView } from './sandbox-view.ts';

export const SANDBOX_TABS = [
  { slug: 'slack', service: 'slack', label: 'Slack', name: 'Slack', icon: MessageSquare },
  { slug: 'mailbox', service: 'smtp', label: 'Mailbox', name: 'the mailbox', icon: Mail },
  { slug: 'model', service: 'model', label: 'Model', name: 'the model', icon: Sparkles },
  { slug: 'crm', service: 'crm', label: 'CRM', name: 'the CRM', icon: Database },
] as const;

export type SandboxTab = (typeof SANDBOX_TABS)[number];

/** The sandbox's head, its tabs, one service's page, and how that service behaves. */
export function SandboxFrame({
  tab,
  fault,
  calls,
  children,
}: {
  tab: SandboxTab;
  fault: FaultView;
  calls: readonly CallView[];
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-full flex-col md:h-full">
      <PageHeader
        title="Sandbox"
        note="Real protocols. Nothing leaves this machine."
        actions={<ClearReceivedButton />}
        className="border-b border-line"
      >
        <nav
          aria-label="Sandbox services"
          className="mt-2 flex gap-5 overflow-x-auto scrollbar-none"
        >
          {SANDBOX_TABS.map(({ slug, label, icon: Icon }) => (
            <Link
              key={slug}
              href={`/sandbox/${slug}`}
              aria-current={slug === tab.slug ? 'page' : undefined}
              data-state={slug === tab.slug ? 'active' : 'inactive'}
              className={TAB_CLASSES}
            >
              <Icon aria-hidden />
              {label}
            </Link>
          ))}
        </nav>
      </PageHeader>
      <div className="flex min-h-0 grow max-lg:flex-col max-lg:overflow-y-auto">
        <div className="flex min-h-0 min-w-0 grow bg-surface max-lg:shrink-0 max-lg:border-b max-lg:border-line max-md:flex-col">
          {children}
        </div>
        <aside
          aria-label={`How ${tab.name} behaves`}
          className="flex shrink-0 flex-col gap-4 p-5 max-md:p-4 lg:w-[280px] lg:overflow-y-auto lg:border-l lg:border-line"
        >
          <BehaviourPanel key={fault.service} name={tab.name} fault={fault} />
          <CallsList calls={calls} />
        </aside>
      </div>
    </div>
  );
}
