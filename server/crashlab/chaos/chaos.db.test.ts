/** Every disturbance in its short form; `npm run chaos` goes on for longer and with more runs. */
import { describe, expect, inject, it } from 'vitest';
import type {} from '#server/testing/global-setup.ts';
import { DISTURBANCES } from './disturbances.ts';
import { runDisturbance } from './run-disturbance.ts';

const SHORT = { runs: 6, forMs: 1_000 };

describe('S2.1 S2.3 under load', () => {
  for (const disturbance of DISTURBANCES) {
    it(`loses nothing and doubles nothing: ${disturbance.name}`, { timeout: 300_000 }, async () => {
      const row = await runDisturbance(inject('postgresAdminUrl'), disturbance, SHORT);
      expect({ lost: row.lost, doubled: row.doubled }).toEqual({ lost: [], doubled: [] });
      expect(row.finished).toBe(row.runs);
      for (const [state, times] of Object.entries(row.met)) {
        expect(times, `runs ${state}`).toBeGreaterThan(0);
      }
    });
  }
});
