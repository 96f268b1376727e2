import type { Lane } from '../lane.ts';
import type { Load } from './load.ts';
import type { LoadVerdict } from './judge-load.ts';

/** How long and how much: a short form for every test run, a long one for `npm run chaos`. */
export interface Extent {
  readonly runs: number;
  /** For how long things are done to the engine. */
  readonly forMs: number;
}

export interface Disturbance {
  readonly name: string;
  /** Does it, and answers in a few words what was done how often. */
  readonly disturb: (scene: Scene) => Promise<string>;
  /** The engine's database is on a server of its own, which may go down. */
  readonly ownServer?: boolean;
}

export interface Scene {
  readonly lane: Lane;
  readonly extent: Extent;
  /** Of the engine's own server. */
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Runs that are started while it happens. */
  readonly load: Load;
}

export interface ChaosRow extends LoadVerdict {
  readonly name: string;
  readonly done: string;
  readonly seconds: number;
}
