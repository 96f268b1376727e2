import type { Connector } from '#server/connectors/connector.ts';
import type { OutboundPolicy } from '#server/connectors/outbound.ts';
import type { Catalogue, Render } from '#server/engine/definition.ts';
import type { Lane } from '#server/engine/state.ts';
import type { Pool } from '#server/platform/db.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Executor } from '#server/steps/executor.ts';
import type { TellParents } from './tell-parents.ts';
import type { Pauses } from './pauses.ts';
import type { PlanCache } from './plan-cache.ts';
import type { StartQueue } from './start-queue.ts';
import type { Hints } from './hints.ts';
import type { TestTargets } from './test-targets.ts';

/** Lanes whose steps a worker claims; `human` needs no machine. */
export type WorkLane = Exclude<Lane, 'human'>;
export const WORK_LANES: readonly WorkLane[] = ['fast', 'io', 'slow'];

export interface Tuning {
  /** How long a claimed step, and an effect in flight, may go without a heartbeat. */
  readonly leaseSeconds: number;
  /** Steps at once, per lane and worker. */
  readonly lanes: Readonly<Record<WorkLane, number>>;
  /** Longest wait between two looks for work without a hint, milliseconds. */
  readonly pollMs: number;
  /** Time between two sweeps, milliseconds. */
  readonly sweepMs: number;
  /** How long a stopping worker lets steps finish. */
  readonly graceSeconds: number;
}

export interface RuntimeSecrets {
  /** 64 hex digits; opens the credentials of connections. */
  readonly credentialsKey: string;
  /** Signs button tokens. */
  readonly tokenSecret: string;
}

/** What every use case takes first: a plain record, put together once per process. */
export interface RuntimeDeps {
  readonly pool: Pool;
  readonly catalogue: Catalogue;
  readonly executors: ReadonlyMap<string, Executor>;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** Where the effects of test runs go instead. */
  readonly tests: TestTargets;
  /** Which addresses may be called, for the few calls that are no effects. */
  readonly outbound: OutboundPolicy;
  readonly render: Render;
  readonly log: Logger;
  readonly tuning: Tuning;
  readonly secrets: RuntimeSecrets;
  /** Base URL of the product, for links. */
  readonly appUrl: string;
  /** Version of the tz database that instants are computed with. */
  readonly tzdb: string;
  /** Published documents never change, so each is read and compiled once per process. */
  readonly plans: PlanCache;
  /** Starts that come at the same time share a commit. */
  readonly starts: StartQueue;
  /** After a commit in which children ended: their parents go on. */
  readonly tellParents: TellParents;
  /** What failed in a sweep of this process and is left alone for a while: runs, effects, and so on. */
  readonly pauses: Pauses;
  /** In-process hints after a commit: all of them may be lost. */
  readonly hints: Hints;
}
