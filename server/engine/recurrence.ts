import { IANAZone } from 'luxon';
import { cronWalls, isCronInterval, type NextWall } from './cron-walls.ts';
import { recurrenceRule, type RecurrenceRule } from './rrule-walls.ts';
import { instantOfWall, type Shift, wallOfInstant } from './wall-time.ts';

/** When a schedule comes: a rule and whose clock it is about. */
export interface Recurrence {
  readonly kind: 'cron' | 'rrule';
  readonly expression: string;
  readonly zone: string;
}

/** `at` in epoch milliseconds, and how the rule met a clock change there. */
export interface Occurrence {
  readonly at: number;
  readonly shift: Shift;
}

const MINUTE = 60_000;
const AROUND = 26 * 60 * MINUTE;
/** Nothing later than this is looked for: "29 February on a Monday" comes within 28 years. */
const HORIZON = 40 * 366 * 24 * 60 * MINUTE;

/**
 * The first occurrence strictly after an instant (epoch milliseconds), or null when there is none
 * any more. The libraries only know wall times, as if in UTC; what instant each of them is follows
 * from our own rule (`instantOfWall`). Three ways of counting:
 *
 * - `wall`: times of day. One that the clocks skip moves forward by the gap, one that they show
 *   twice comes at the first showing, and two that fall on one instant are one occurrence.
 * - `readings`: intervals within the hour count real time, so they come at every reading of the
 *   clock that matches, through a repeated hour too, and a skipped reading is no occurrence.
 * - `elapsed`: "every 90 minutes" counts from its beginning, and no clock plays a part.
 *
 * Nothing is ever searched backwards. The caller has checked expression and zone.
 */
export function nextOccurrence(recurrence: Recurrence, after: number): Occurrence | null {
  const { next, counting } = ruleOf(recurrence);
  const { zone } = recurrence;
  const found =
    counting === 'elapsed'
      ? unshifted(next(after))
      : counting === 'readings'
        ? nextReading(next, zone, after)
        : nextWall(next, zone, after);
  return found !== null && found.at - after > HORIZON ? null : found;
}

/** The next occurrences, for showing and for catching up. At most `count`. */
export function nextOccurrences(
  recurrence: Recurrence,
  after: number,
  count: number,
): readonly Occurrence[] {
  const found: Occurrence[] = [];
  let from = after;
  while (found.length < count) {
    const next = nextOccurrence(recurrence, from);
    if (next === null) break;
    found.push(next);
    from = next.at;
  }
  return found;
}

function ruleOf({ kind, expression, zone }: Recurrence): RecurrenceRule {
  if (kind === 'rrule') return recurrenceRule(expression, zone);
  const counting = isCronInterval(expression) ? 'readings' : 'wall';
  return { next: cronWalls(expression), counting };
}

function unshifted(at: number | null): Occurrence | null {
  return at === null ? null : { at, shift: null };
}

function offsetAt(zone: string, instant: number): number {
  return IANAZone.create(zone).offset(instant) * MINUTE;
}

/** The first instant in (after, until] at which the zone's offset is not that of `after`. */
function nextChange(zone: string, after: number, until: number): number | null {
  const offset = offsetAt(zone, after);
  if (offsetAt(zone, until) === offset) return null;
  let low = after;
  let high = until;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Wall times in their order, each turned into its instant. Around a gap the instants are not in
 * that order (a skipped 02:30 comes after 03:00): the search goes on to the wall time of the best.
 */
function nextWall(next: NextWall, zone: string, after: number): Occurrence | null {
  const calm = offsetAt(zone, after - AROUND) === offsetAt(zone, after + AROUND);
  const reading = after + offsetAt(zone, after);
  let wall = next(calm ? reading : reading - AROUND);
  let best: Occurrence | null = null;
  while (wall !== null) {
    if (best !== null && wall > best.at + offsetAt(zone, best.at)) break;
    const { instant, shift } = instantOfWall(wallOfInstant(wall, 'utc'), zone);
    if (instant > after && (best === null || instant < best.at)) best = { at: instant, shift };
    wall = next(wall);
  }
  return best;
}

/** Every instant whose reading matches: from one stretch of unchanged offset to the next. */
function nextReading(next: NextWall, zone: string, after: number): Occurrence | null {
  let from = after;
  for (;;) {
    const offset = offsetAt(zone, from);
    const wall = next(from + offset);
    if (wall === null) return null;
    const at = wall - offset;
    const change = nextChange(zone, from, Math.min(at, from + AROUND));
    if (change !== null) {
      // The new offset's first reading counts too; `from` still has the old offset there.
      const opening = change + offsetAt(zone, change);
      const first = next(opening - 1);
      if (first === opening) return unshifted(change);
      from = change;
    } else if (at - from <= AROUND) return unshifted(at);
    else from = at - AROUND;
  }
}
