import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { waitFor } from '#server/testing/wait-for.ts';
import { isAlive, signal } from './processes.ts';
import { supervise } from './supervise.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-supervise-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const pidFile = path.join(dir, 'pid');
const lifecycle = path.resolve(import.meta.dirname, 'lifecycle.ts');
const supervisor = path.resolve(import.meta.dirname, 'supervise.ts');

/** A service of the real shape, as a program of its own. */
const script = path.join(dir, 'service.ts');
writeFileSync(
  script,
  `import { writeFileSync } from 'node:fs';
   import { runUntilStopped } from '${lifecycle}';
   const timer = setInterval(() => undefined, 1000);
   await runUntilStopped({
     name: 'probe',
     start: async () => writeFileSync('${pidFile}', String(process.pid)),
     stop: async () => clearInterval(timer),
   }, 100);`,
);

const spec = {
  name: 'probe',
  script,
  env: { ...process.env, LOG_LEVEL: 'silent' },
  killAfterMs: 5_000,
};
const pid = (): number => Number(readFileSync(pidFile, 'utf8'));

test('a crashed child is started again, a stopped one is not', { timeout: 20_000 }, async () => {
  const child = supervise(spec);
  await child.ready;
  const first = pid();
  signal(first, 'SIGKILL');
  const second = await waitFor('a new child', () => (pid() === first ? undefined : pid()));
  expect(isAlive(second)).toBe(true);
  await child.stop();
  expect(isAlive(second)).toBe(false);
});

test('a child ends by itself when its supervisor is killed', { timeout: 20_000 }, async () => {
  rmSync(pidFile, { force: true });
  const parent = path.join(dir, 'parent.ts');
  writeFileSync(
    parent,
    `import { supervise } from '${supervisor}';
     supervise({ name: 'probe', script: '${script}', env: process.env, killAfterMs: 1000 });`,
  );
  const process_ = spawn(process.execPath, [parent], { env: spec.env, stdio: 'ignore' });
  const orphan = await waitFor('the child', () => pid());
  process_.kill('SIGKILL');
  await waitFor('the orphan to end', () => !isAlive(orphan));
});
