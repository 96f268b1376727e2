import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A lab with one child, which is stopped and holds the lab's output open while it lives. */
const LAB = `
  import { spawn } from 'node:child_process';
  import { endOnSignals, endWithUs } from '#server/crashlab/end-with-us.ts';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  endWithUs(child);
  endOnSignals(async () => undefined);
  child.once('spawn', () => {
    child.kill('SIGSTOP');
    console.log('stopped');
  });`;

it('takes a stopped child with it when it is told to end', { timeout: 60_000 }, async () => {
  const lab = spawn(process.execPath, ['--input-type=module', '-e', LAB], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(lab, 'exit');
  await once(lab.stdout, 'data');
  const closed = once(lab.stdout, 'close');
  lab.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
  await closed;
});
