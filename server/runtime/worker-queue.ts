import { createPool, type Pool } from '#server/platform/db.ts';
import type { Service } from '#server/platform/lifecycle.ts';
import { listen, type Listener } from '#server/platform/listen.ts';
import { type Boss, createBoss, stopBoss } from '#server/platform/queue.ts';
import { answerDoorbells, type Bells } from './answer-doorbells.ts';
import { WORK_LANES, type RuntimeDeps, type WorkLane } from './deps.ts';
import { ALL_QUEUES } from './queues.ts';
import { relayOutbox } from './relay-outbox.ts';
import { createRepeating } from './repeating.ts';
import { lanesOfNotice, RUNS_CHANNEL } from './run-notices.ts';

const CONNECTIONS = 3;

/**
 * How long an announcement waits to be published, with others. Workers here and elsewhere have been
 * told by hints and notices by then, and what they have settled is announced no more.
 */
const RELAY_AFTER_MS = 250;
/** What was announced together is published together, whichever transaction was quicker. */
const OLDER_THAN_MS = 200;

interface Parts {
  readonly pool: Pool;
  readonly boss: Boss;
  readonly listener: Listener;
}

/**
 * Outbox to queue, and bells to the lanes. Other processes' changes are heard by the notices that
 * screens get as well: at most one per process and 50 ms. Each is only a reason to look, in the lanes
 * that it names.
 */
export const createWorkerQueue = (deps: RuntimeDeps, url: string, bells: Bells): Service => {
  let parts: Parts | undefined;
  let unlisten: () => void = () => undefined;
  const relay = createRepeating({
    name: 'relay',
    everyMs: deps.tuning.pollMs,
    log: deps.log,
    round: async () => (parts === undefined ? false : relayOutbox(deps, parts.boss, OLDER_THAN_MS)),
  });
  let soon: NodeJS.Timeout | undefined;
  const relaySoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      relay.ring();
    }, RELAY_AFTER_MS);
  };
  const look = (lanes: readonly WorkLane[]): void => {
    relaySoon();
    for (const lane of lanes) bells.lane(lane);
  };
  const lookEverywhere = (): void => look(WORK_LANES);
  return {
    name: 'queue',
    start: async () => {
      const pool = createPool(url, { name: 'queue', max: CONNECTIONS });
      const boss = await createBoss(pool, { queues: ALL_QUEUES });
      const listener = listen({
        connectionString: url,
        channels: [RUNS_CHANNEL],
        onNotify: (_channel, payload) => look(lanesOfNotice(payload)),
        onReconnect: lookEverywhere,
      });
      parts = { pool, boss, listener };
      // What was announced before anybody listened.
      void listener.ready.then(lookEverywhere);
      await answerDoorbells(deps, boss, bells);
      unlisten = deps.hints.listen({ outboxWritten: relaySoon });
      await relay.start();
    },
    stop: async () => {
      unlisten();
      clearTimeout(soon);
      await relay.stop();
      if (parts === undefined) return;
      await parts.listener.stop();
      await stopBoss(parts.boss, 1_000);
      await parts.pool.end();
    },
  };
};
