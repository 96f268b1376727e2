import {
  AlarmClock,
  Bell,
  CalendarClock,
  CircleDashed,
  CircleDot,
  Database,
  Flag,
  GitBranch,
  Globe,
  Hand,
  Hourglass,
  type LucideIcon,
  Mail,
  MailQuestionMark,
  Merge,
  MessageSquare,
  Sparkles,
  Split,
  UserCheck,
  UserPen,
  Waypoints,
  Webhook,
  Workflow,
} from 'lucide-react';

/** Icons by the names that step definitions use. Unknown names get a neutral one. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'alarm-clock': AlarmClock,
  bell: Bell,
  'calendar-clock': CalendarClock,
  'circle-dot': CircleDot,
  database: Database,
  flag: Flag,
  'git-branch': GitBranch,
  globe: Globe,
  hand: Hand,
  hourglass: Hourglass,
  mail: Mail,
  'mail-question-mark': MailQuestionMark,
  merge: Merge,
  'message-square': MessageSquare,
  sparkles: Sparkles,
  split: Split,
  'user-check': UserCheck,
  'user-pen': UserPen,
  waypoints: Waypoints,
  webhook: Webhook,
  workflow: Workflow,
};

export function StepIcon({ name, className }: { name: string; className?: string }) {
  const Icon = ICONS[name] ?? CircleDashed;
  return <Icon aria-hidden {...(className === undefined ? {} : { className })} />;
}
