import {
  Ban,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleQuestionMark,
  CircleSlash2,
  CircleStop,
  Clock,
  Loader,
  type LucideIcon,
  MailQuestionMark,
  OctagonX,
  PencilLine,
  RotateCw,
  Unplug,
  UserRound,
} from 'lucide-react';
import type { RunStatus, StepStatus } from '#server/engine/state.ts';

export type StatusTone = 'accent' | 'wait' | 'held' | 'review' | 'fail' | 'done' | 'quiet';

/** A status is always icon, colour and word together. */
export interface StatusWord {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone: StatusTone;
}

const RUNNING: StatusWord = { word: 'Running', icon: Loader, tone: 'accent' };
const CANCELLED: StatusWord = { word: 'Cancelled', icon: Ban, tone: 'quiet' };
const DONE: StatusWord = { word: 'Done', icon: CircleCheck, tone: 'done' };
const FAILED: StatusWord = { word: 'Failed', icon: OctagonX, tone: 'fail' };

const SHARED = {
  running: RUNNING,
  waiting_timer: { word: 'Waiting for a time', icon: Clock, tone: 'wait' },
  waiting_signal: { word: 'Waiting for a reply', icon: MailQuestionMark, tone: 'wait' },
  waiting_approval: { word: 'Waiting for a person', icon: UserRound, tone: 'held' },
  waiting_retry: { word: 'Retrying', icon: RotateCw, tone: 'held' },
  parked: { word: 'Parked', icon: Unplug, tone: 'held' },
  needs_review: { word: 'Needs review', icon: CircleQuestionMark, tone: 'review' },
  done: DONE,
  failed: FAILED,
  cancelled: CANCELLED,
} as const satisfies Record<string, StatusWord>;

export const RUN_STATUS_WORDS: Readonly<Record<RunStatus, StatusWord>> = {
  ...SHARED,
  stopping: { word: 'Stopping', icon: CircleStop, tone: 'quiet' },
  stopped: { word: 'Ended early', icon: CircleSlash2, tone: 'quiet' },
};

export const STEP_STATUS_WORDS: Readonly<Record<StepStatus, StatusWord>> = {
  ...SHARED,
  ready: { ...RUNNING, word: 'About to run' },
};

export type AutomationState = 'live' | 'parked' | 'paused' | 'draft' | 'archived';

export const AUTOMATION_STATE_WORDS: Readonly<Record<AutomationState, StatusWord>> = {
  live: { word: 'Live', icon: CirclePlay, tone: 'done' },
  parked: { word: 'Parked', icon: Unplug, tone: 'held' },
  paused: { word: 'Paused', icon: CirclePause, tone: 'quiet' },
  draft: { word: 'Draft', icon: PencilLine, tone: 'quiet' },
  archived: { word: 'Archived', icon: Ban, tone: 'quiet' },
};
