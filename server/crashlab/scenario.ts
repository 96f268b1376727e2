/** What the lab lets a run go through, and what must have happened outside in the end. */
import type { StepMatch } from '#server/engine/migration-order.ts';
import type { Lane } from './lane.ts';

type Outside = 'http' | 'mail' | 'crm' | 'model' | 'slack';

export interface ExpectedEffect {
  readonly outside: Outside;
  /** What comes after the run's id in the effect's key. */
  readonly key: string;
}

/** Runs parked by version 1 go on with version 2. */
interface LabMigration {
  readonly next: (lane: Lane) => unknown;
  readonly mapping: readonly StepMatch[];
  /** Points are taken up to the last statement that names this. */
  readonly until: string;
}

export interface LabScenario {
  readonly name: string;
  readonly document: (lane: Lane) => unknown;
  /** Each has happened once when the run is done. */
  readonly effects: readonly ExpectedEffect[];
  readonly ends: 'done' | 'cancelled';
  readonly outcome: string;
  /** Sets the sandbox up before each run. */
  readonly prepare?: (lane: Lane) => Promise<void>;
  /** The run is started by a schedule and not by a sender. */
  readonly bySchedule?: boolean;
  /** The worker has a queue: outbox, relay and doorbells are on the path. */
  readonly queue?: boolean;
  /** Nobody decides: deadlines pass. */
  readonly nobodyDecides?: boolean;
  /** The run is told to stop as soon as a call is under way. */
  readonly stopDuringCall?: boolean;
  /** What the n-th reply says. */
  readonly replies?: readonly string[];
  /** Some runs wait before the worker comes that is to move them. */
  readonly migration?: LabMigration;
}
