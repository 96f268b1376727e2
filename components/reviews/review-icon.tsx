import { Database, Globe, type LucideIcon, MessageSquare, Send, Sparkles } from 'lucide-react';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { reviewWords } from './review-words.ts';

const ICONS: Readonly<Record<ReturnType<typeof reviewWords>['icon'], LucideIcon>> = {
  send: Send,
  message: MessageSquare,
  globe: Globe,
  database: Database,
  sparkles: Sparkles,
};

/** What kind of action is in doubt. */
export function ReviewIcon({ item }: { item: ReviewItem }) {
  const Icon = ICONS[reviewWords(item).icon];
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-control bg-review-soft text-review">
      <Icon aria-hidden className="size-4" />
    </span>
  );
}
