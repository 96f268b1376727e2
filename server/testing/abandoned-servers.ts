/** Test servers whose run was killed: the next run stops them and removes their folders. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive, signal } from '#server/platform/processes.ts';

export const TEST_PREFIX = 'holdfast-test-';

const pidIn = (file: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
};

/** Says whose folder this is. */
export const markOwner = (dir: string): void =>
  writeFileSync(path.join(dir, 'owner'), String(process.pid));

export const removeAbandonedServers = (): void => {
  for (const name of readdirSync(os.tmpdir())) {
    if (!name.startsWith(TEST_PREFIX)) continue;
    const dir = path.join(os.tmpdir(), name);
    const owner = pidIn(path.join(dir, 'owner'));
    // Without an owner it is just being made, by a run that has not come to mark it.
    if (owner === undefined || isAlive(owner)) continue;
    const server = pidIn(path.join(dir, 'postgres', 'postmaster.pid'));
    if (server !== undefined) signal(server, 'SIGQUIT');
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};
