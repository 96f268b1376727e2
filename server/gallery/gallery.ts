import { contentApproval } from './content-approval.ts';
import { demoFollowUp } from './demo-follow-up.ts';
import type { GalleryEntry } from './entry.ts';
import { eventReminder } from './event-reminder.ts';
import { leadRouting } from './lead-routing.ts';
import { npsFollowUp } from './nps-follow-up.ts';
import { rePermission } from './re-permission.ts';
import { welcomeSeries } from './welcome-series.ts';
import { winBack } from './win-back.ts';

/** Automations to start from, the most asked for first. */
export const gallery: readonly GalleryEntry[] = [
  demoFollowUp,
  welcomeSeries,
  leadRouting,
  winBack,
  eventReminder,
  npsFollowUp,
  contentApproval,
  rePermission,
];

export function findInGallery(key: string): GalleryEntry | null {
  return gallery.find((entry) => entry.key === key) ?? null;
}
