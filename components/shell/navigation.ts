import {
  BadgeCheck,
  CircleQuestionMark,
  FlaskConical,
  HeartPulse,
  ListTree,
  type LucideIcon,
  Plug,
  Settings,
  Users,
  Workflow,
} from 'lucide-react';
import type { NavigationCounts } from '#server/api/views/workspace-view.ts';

export interface NavigationItem {
  readonly href: string;
  readonly label: string;
  /** A shorter word for the bar on phones. */
  readonly short?: string;
  readonly icon: LucideIcon;
  readonly count?: {
    readonly key: keyof NavigationCounts;
    readonly tone: 'held' | 'review';
    readonly words: string;
  };
}

export const WORK_ITEMS: readonly NavigationItem[] = [
  { href: '/automations', label: 'Automations', icon: Workflow },
  { href: '/runs', label: 'Runs', icon: ListTree },
  {
    href: '/approvals',
    label: 'Approvals',
    icon: BadgeCheck,
    count: { key: 'approvals', tone: 'held', words: 'waiting' },
  },
  {
    href: '/needs-review',
    label: 'Needs review',
    short: 'Review',
    icon: CircleQuestionMark,
    count: { key: 'reviews', tone: 'review', words: 'to settle' },
  },
  { href: '/contacts', label: 'Contacts', icon: Users },
  { href: '/connections', label: 'Connections', icon: Plug },
];

export const SYSTEM_ITEMS: readonly NavigationItem[] = [
  { href: '/health', label: 'Engine health', icon: HeartPulse },
  { href: '/sandbox', label: 'Sandbox', icon: FlaskConical },
  { href: '/settings', label: 'Settings', icon: Settings },
];

/** The four that a phone shows; the rest is behind "More". */
export const PHONE_HREFS: readonly string[] = [
  '/approvals',
  '/runs',
  '/needs-review',
  '/automations',
];

export function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** Pages whose content needs the width: a run, and an automation's graph. */
export function isDeepPage(pathname: string): boolean {
  return /^\/(runs|automations)\/[^/]+/.test(pathname);
}
