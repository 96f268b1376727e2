import type { Command } from './command.ts';
import type { Catalogue, DataScope, Render } from './definition.ts';
import type { RunState, VisitKey } from './state.ts';
import type { Transition } from './transition.ts';

/** Everything that `advance` needs from outside, as arguments, so that it reads nothing itself. */
export interface AdvanceEnv {
  readonly runId: string;
  /** The database's time, epoch milliseconds. */
  readonly now: number;
  /** Uniform in [0, 1): the only chance in the walk, used for retry jitter. */
  readonly random: number;
  readonly newId: (prefix: 'tmr' | 'sub' | 'apr') => string;
  /** Who caused the event. */
  readonly actor: string;
  readonly data: DataScope;
  readonly contactZone: string;
  readonly render: Render;
  readonly catalogue: Catalogue;
  /** Version of the tz database that instants are computed with. */
  readonly tzdb: string;
}

export interface Advance {
  readonly state: RunState;
  readonly transitions: readonly Transition[];
  readonly commands: readonly Command[];
  /** Visits whose rows differ from before. */
  readonly touched: ReadonlySet<VisitKey>;
  /** Why the event changed nothing, when it did not. */
  readonly refused: string | null;
}
