import type { Invariant } from './invariant.ts';
import { none, OPEN_APPROVALS, waitingSteps } from './walks.ts';

export const VISIT = `s.run_id || ' ' || s.step_id || '/' || s.iteration`;

const OPEN_TIMER = `
  select true from timers t
   where t.run_id = s.run_id and t.step_id = s.step_id and t.iteration = s.iteration
     and t.fired_at is null and t.cancelled_at is null`;

/** What waits for a time, a signal or a person. */
export const WAIT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'waiting_timer_without_timer',
    sentence: 'Every step that waits for time, or to be retried, has a timer that has not fired.',
    parts: [
      {
        walk: waitingSteps('waiting_timer', 'waiting_retry'),
        broken: `
          select ${VISIT} as id from s
           where ${none(`${OPEN_TIMER} and t.purpose in ('wait', 'retry')`)}`,
      },
    ],
  },
  {
    name: 'waiting_signal_without_subscription',
    sentence: 'Every step that waits for a signal has an open subscription.',
    parts: [
      {
        walk: waitingSteps('waiting_signal'),
        broken: `
          select ${VISIT} as id from s
           where ${none(`select true from subscriptions b
                              where b.run_id = s.run_id and b.step_id = s.step_id
                                and b.iteration = s.iteration and b.closed_at is null`)}`,
      },
    ],
  },
  {
    name: 'human_wait_without_deadline',
    sentence: 'Every wait for a signal or a person has a deadline timer.',
    parts: [
      {
        walk: waitingSteps('waiting_signal', 'waiting_approval'),
        broken: `
          select ${VISIT} as id from s where ${none(`${OPEN_TIMER} and t.purpose = 'deadline'`)}`,
      },
    ],
  },
  {
    name: 'waiting_approval_without_request',
    sentence: 'Every step that waits for an approval has an open request.',
    parts: [
      {
        walk: waitingSteps('waiting_approval'),
        broken: `
          select ${VISIT} as id from s
           where ${none(`select true from approvals a
                              where a.run_id = s.run_id and a.step_id = s.step_id
                                and a.iteration = s.iteration and a.status = 'open'`)}`,
      },
    ],
  },
  {
    name: 'open_request_without_step',
    sentence: 'Every open approval belongs to a step that is still open.',
    parts: [
      {
        walk: OPEN_APPROVALS,
        broken: `
          select s.approval as id from s
           where ${none(`select true from steps v
                              where v.run_id = s.run_id and v.step_id = s.step_id
                                and v.iteration = s.iteration and v.finished_at is null`)}`,
      },
    ],
  },
];
