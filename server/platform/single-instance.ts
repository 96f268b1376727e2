/**
 * One supervisor per data folder. The holder's pid and start mark are in `supervisor.json`; a file
 * whose holder is gone is stale and is taken over. (A start mark tells a process from a later one
 * that was given the same pid.)
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isAlive, startMark } from './processes.ts';

const holderSchema = z.object({
  pid: z.number(),
  startMark: z.string().optional(),
  appUrl: z.string(),
});
export type Holder = z.infer<typeof holderSchema>;

export type Claim =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly by: Holder };

const readHolder = (file: string): Holder | undefined => {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
};

const isLive = (holder: Holder): boolean =>
  isAlive(holder.pid) &&
  (holder.startMark === undefined || startMark(holder.pid) === holder.startMark);

/** Links `aside` to `file`: of several processes, exactly one succeeds. */
const tryLink = (aside: string, file: string): boolean => {
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Moves a stale file out of the way; puts it back if somebody live had just replaced it. */
const removeStale = (file: string, aside: string): void => {
  const moved = `${aside}.stale`;
  try {
    renameSync(file, moved);
  } catch {
    return;
  }
  const holder = readHolder(moved);
  if (holder !== undefined && isLive(holder)) tryLink(moved, file);
  rmSync(moved, { force: true });
};

export const claimDataFolder = (dataDir: string, appUrl: string): Claim => {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'supervisor.json');
  const aside = `${file}.${process.pid}`;
  const me: Holder = { pid: process.pid, startMark: startMark(process.pid), appUrl };
  writeFileSync(aside, JSON.stringify(me));
  try {
    for (;;) {
      if (tryLink(aside, file)) break;
      const holder = readHolder(file);
      if (holder !== undefined && isLive(holder)) return { kind: 'taken', by: holder };
      removeStale(file, aside);
    }
  } finally {
    rmSync(aside, { force: true });
  }
  return {
    kind: 'held',
    release: () => {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
};
