'use client';

import {
  BadgeCheck,
  ChevronLeft,
  ChevronRight,
  CircleStop,
  Copy,
  Ellipsis,
  Plug,
  Workflow,
} from 'lucide-react';
import Link from 'next/link';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { RetryButton } from './retry-button.tsx';
import { retryTarget } from './retry-target.ts';
import { leadOf } from './run-lead.ts';
import { contactName } from './run-names.ts';
import { versionWords } from './version-words.ts';

/** Where this is, and what can be done about it. */
export function RunBar({ run, onCancel }: { run: RunDetail; onCancel: () => void }) {
  const lead = leadOf(run);
  const again = retryTarget(run);
  const LeadIcon = lead?.href.startsWith('/connections') === true ? Plug : BadgeCheck;
  return (
    <div className="flex h-bar shrink-0 items-center gap-3 border-b border-line pr-3 pl-4 max-md:pl-2">
      <nav
        aria-label="Breadcrumb"
        className="flex min-w-0 items-center gap-2 text-body max-md:hidden"
      >
        <Link href="/runs" className="text-ink-2 hover:text-ink">
          Runs
        </Link>
        <ChevronRight aria-hidden className="size-3.5 text-ink-3" />
        <span aria-current="page" className="truncate font-semibold">
          {contactName(run)}
        </span>
      </nav>
      <Link
        href="/runs"
        aria-label="Back to the runs"
        className="inline-flex size-11 shrink-0 items-center justify-center md:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Link>
      <div className="flex min-w-0 flex-col md:hidden">
        <span className="truncate text-body leading-[18px] font-semibold">{contactName(run)}</span>
        <span className="truncate text-caption text-ink-2">
          {run.automation.name}, {versionWords(run.version)}
        </span>
      </div>
      <span className="max-md:hidden">
        <CopyButton value={run.id} label="Copy the run’s id" />
      </span>
      {run.isTest && <Tag>Test run</Tag>}
      <PhoneMenu run={run} />
      <div className="ml-auto flex items-center gap-2 max-md:hidden">
        <Button variant="quiet" asChild>
          <Link href={`/automations/${run.automation.id}`}>
            <Workflow aria-hidden />
            Open the automation
          </Link>
        </Button>
        {again !== null && <RetryButton run={run} target={again} />}
        {lead !== null && (
          <Button asChild>
            <Link href={lead.href}>
              <LeadIcon aria-hidden />
              {lead.label}
            </Link>
          </Button>
        )}
        {run.can.cancel && (
          <Button variant="danger-outline" onClick={onCancel}>
            <CircleStop aria-hidden />
            Cancel run…
          </Button>
        )}
      </div>
    </div>
  );
}

/** What does not fit into a phone's bar. */
function PhoneMenu({ run }: { run: RunDetail }) {
  return (
    <span className="ml-auto md:hidden">
      <Menu
        trigger={
          <IconButton label="More" size="touch">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <Link href={`/automations/${run.automation.id}`}>
            <Workflow aria-hidden />
            Open the automation
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => void navigator.clipboard.writeText(run.id)}>
          <Copy aria-hidden />
          Copy the run’s id
        </MenuItem>
      </Menu>
    </span>
  );
}
