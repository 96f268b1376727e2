import { WORK_LANES } from './deps.ts';

/** Names of the queue's doorbells. */
export const TIMER_QUEUE = 'timers';
export const MIGRATION_QUEUE = 'migrations';
export const queueOfLane = (lane: string): string => `lane-${lane}`;
export const ALL_QUEUES: readonly string[] = [
  ...WORK_LANES.map(queueOfLane),
  TIMER_QUEUE,
  MIGRATION_QUEUE,
];
