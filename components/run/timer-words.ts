import { timerRuleSchema, type TimerRule } from '#server/engine/timer-rule.ts';
import { describeDuration } from '#server/steps/duration.ts';
import { describeDays } from '#server/steps/weekdays.ts';
import type { TimerView } from '#server/api/views/run-view.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { wallClockAt } from '#components/ui/wall-clock.ts';

/** The rule of a timer as a person would say it: "09:00 on the next weekday, + 6 m 12 s spread". */
export function describeRule(
  timer: Pick<TimerView, 'rule' | 'zone' | 'dueAt' | 'spreadSeconds' | 'purpose'>,
  asksPerson = true,
): string {
  const rule = timerRuleSchema.safeParse(timer.rule);
  if (!rule.success) return 'A rule that this page cannot read';
  const words = ruleWords(rule.data, timer.purpose, asksPerson);
  const spread = spreadOf(timer, rule.data);
  return spread === null ? words : `${words}, + ${formatDuration(spread)} spread`;
}

function ruleWords(rule: TimerRule, purpose: TimerView['purpose'], asksPerson: boolean): string {
  switch (rule.kind) {
    case 'after':
      if (purpose !== 'deadline') return `${describeDuration(rule.duration)} from then`;
      return `${describeDuration(rule.duration)} after ${asksPerson ? 'asking' : 'the wait began'}`;
    case 'wall_clock':
      return `${rule.at} on the next ${describeDays([...rule.days])}`;
    case 'date':
      return `the date ${rule.local.replace('T', ' ')}`;
    case 'instant':
      return 'the time that was named';
  }
}

/** How far the run's own spread moved the instant; null where it is exact or cannot be told. */
function spreadOf(
  timer: Pick<TimerView, 'zone' | 'dueAt' | 'spreadSeconds'>,
  rule: TimerRule,
): number | null {
  if (timer.spreadSeconds === 0 || rule.kind !== 'wall_clock') return null;
  const wall = wallClockAt(timer.dueAt, timer.zone);
  const [hour = 0, minute = 0] = rule.at.split(':').map(Number);
  const seconds = (wall.hour - hour) * 3600 + (wall.minute - minute) * 60 + wall.second;
  return seconds > 0 && seconds <= timer.spreadSeconds ? seconds * 1000 : null;
}
