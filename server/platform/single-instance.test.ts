import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMark } from './processes.ts';
import { claimDataFolder } from './single-instance.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-claim-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = (): string => path.join(dir, 'supervisor.json');
const write = (holder: object): void => writeFileSync(file(), JSON.stringify(holder));

test('the first holds the folder, the second is told who does, a release frees it', () => {
  const first = claimDataFolder(dir, 'http://localhost:3000');
  expect(first.kind).toBe('held');
  expect(claimDataFolder(dir, 'http://localhost:3001')).toMatchObject({
    kind: 'taken',
    by: { pid: process.pid, appUrl: 'http://localhost:3000' },
  });
  if (first.kind === 'held') first.release();
  expect(existsSync(file())).toBe(false);
});

test('a dead holder’s file is taken over', () => {
  write({ pid: 2 ** 22 + 1, appUrl: 'x' });
  expect(claimDataFolder(dir, 'y').kind).toBe('held');
});

test('a pid that another program has now is not the holder', () => {
  write({ pid: process.pid, startMark: `${startMark(process.pid)}0`, appUrl: 'x' });
  expect(claimDataFolder(dir, 'y').kind).toBe('held');
});

test('a file that was cut short is taken over', () => {
  writeFileSync(file(), '{"pid":');
  expect(claimDataFolder(dir, 'y').kind).toBe('held');
});
