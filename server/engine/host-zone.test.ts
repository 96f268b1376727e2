import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const TABLE = path.resolve(import.meta.dirname, '../testing/clock-change-table.ts');

const tableUnder = async (zone: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [TABLE], {
    env: { ...process.env, TZ: zone },
  });
  return stdout;
};

/** Milliseconds for four processes to load the core, on a busy machine too. */
const PATIENCE = 60_000;

describe('S5.3 the host’s own zone', () => {
  it(
    'does not matter for waits, deadlines, dates and schedules around clock changes',
    async () => {
      const inUtc = await tableUnder('UTC');
      expect(JSON.parse(inUtc)).toHaveLength(12);
      for (const zone of ['Australia/Sydney', 'America/New_York', 'Africa/Cairo']) {
        expect(await tableUnder(zone), zone).toBe(inUtc);
      }
    },
    PATIENCE,
  );
});
