import { cutConnections } from './cut-connections.ts';
import type { Disturbance } from './disturbance.ts';
import { emptiedQueue } from './emptied-queue.ts';
import { killedWorkers } from './killed-workers.ts';
import { exhaustedPool, skewedClocks, twoLeaders } from './odd-workers.ts';
import { pausedWorker } from './paused-worker.ts';
import { restartedPostgres } from './restarted-postgres.ts';

export const DISTURBANCES: readonly Disturbance[] = [
  pausedWorker,
  restartedPostgres('fast'),
  restartedPostgres('immediate'),
  cutConnections,
  killedWorkers,
  skewedClocks,
  exhaustedPool,
  twoLeaders,
  emptiedQueue,
];
