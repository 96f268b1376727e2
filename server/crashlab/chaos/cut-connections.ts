import { setTimeout as sleep } from 'node:timers/promises';
import { createCrew } from './crew.ts';
import type { Disturbance } from './disturbance.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** Connections cut at any moment, and COMMITs whose answers never come. */
export const cutConnections: Disturbance = {
  name: 'connections cut in transactions and before COMMIT’s answer',
  disturb: async ({ lane, load, extent }) => {
    const proxy = await startTcpProxy(lane.url);
    const crew = createCrew(lane, { url: proxy.url });
    let cuts = 0;
    try {
      await Promise.all([crew.join(), crew.join()]);
      const feeding = load.feed(extent.runs);
      const until = performance.now() + extent.forMs;
      while (performance.now() < until) {
        proxy.swallowCommits(3);
        await sleep(150);
        cuts += proxy.cutAll();
        await sleep(100);
      }
      proxy.swallowCommits(0);
      await feeding;
      await load.tend(90_000);
      return `${cuts} cuts, ${proxy.swallowed()} lost COMMIT answers`;
    } finally {
      await crew.dismiss();
      await proxy.stop();
    }
  },
};
