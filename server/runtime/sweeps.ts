import type { Tuning } from './deps.ts';
import { sweepChildren } from './cancel-children.ts';
import { sweepErasedContacts } from './erase-contact.ts';
import type { Sweep } from './sweep.ts';
import { createApprovalMessageSweep } from './sweep-approval-messages.ts';
import { sweepAges } from './sweep-ages.ts';
import { sweepBudgets } from './sweep-budgets.ts';
import { sweepTimersOnTime } from './sweep-due-timers.ts';
import { sweepConnections } from './sweep-connections.ts';
import { sweepEffects } from './sweep-effects.ts';
import { sweepHolds } from './hold-runs.ts';
import { sweepInvariants } from './sweep-invariants.ts';
import { sweepLeases } from './sweep-leases.ts';
import { sweepOutbox } from './sweep-outbox.ts';
import { sweepParked } from './sweep-parked.ts';
import { sweepReady } from './sweep-ready.ts';
import { sweepSchedules } from './sweep-schedules.ts';
import { sweepSignals } from './sweep-signals.ts';
import { sweepTzdb } from './sweep-tzdb.ts';
import { sweepZoneChanges } from './sweep-zone-changes.ts';
import { sweepSlackPresses } from './work-slack-press.ts';

const MINUTE = 60_000;

/** Everything that looks for what was left behind. */
export const sweepsOf = ({ sweepMs }: Tuning): readonly Sweep[] => [
  { name: 'timers', everyMs: sweepMs, round: sweepTimersOnTime },
  { name: 'holds', everyMs: sweepMs, round: sweepHolds },
  { name: 'schedules', everyMs: sweepMs, round: sweepSchedules },
  { name: 'zones', everyMs: sweepMs, round: sweepZoneChanges },
  { name: 'tzdb', everyMs: MINUTE, round: sweepTzdb },
  { name: 'leases', everyMs: sweepMs, round: sweepLeases },
  { name: 'effects', everyMs: sweepMs, round: sweepEffects },
  { name: 'ready', everyMs: 5 * sweepMs, round: sweepReady },
  { name: 'parked', everyMs: 5 * sweepMs, round: sweepParked },
  { name: 'signals', everyMs: 2 * sweepMs, round: sweepSignals },
  { name: 'approval-messages', everyMs: sweepMs, round: createApprovalMessageSweep() },
  { name: 'slack-presses', everyMs: 2 * sweepMs, round: sweepSlackPresses },
  { name: 'connections', everyMs: MINUTE, round: sweepConnections },
  { name: 'children', everyMs: 5 * sweepMs, round: sweepChildren },
  { name: 'ages', everyMs: 5 * sweepMs, round: sweepAges },
  { name: 'budgets', everyMs: 15 * sweepMs, round: sweepBudgets },
  { name: 'erased-contacts', everyMs: MINUTE, round: sweepErasedContacts },
  { name: 'outbox', everyMs: 10 * MINUTE, round: sweepOutbox },
  { name: 'invariants', everyMs: MINUTE, round: sweepInvariants },
];
