/** Questions about other processes that survive recycled pids and unreaped children. */
import { existsSync, readFileSync } from 'node:fs';

const procFile = (pid: number, name: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
};

/** A zombie answers to `kill(pid, 0)` but will never do anything again. */
const isZombie = (pid: number): boolean => /^\d+ \(.*\) Z/s.test(procFile(pid, 'stat') ?? '');

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Does the process's command line contain `text`? Where there is no /proc, we cannot deny it. */
export const commandContains = (pid: number, text: string): boolean =>
  existsSync('/proc/self/cmdline') ? (procFile(pid, 'cmdline') ?? '').includes(text) : true;

/** When the process started, in the kernel's own unit: tells a process from its pid's next user. */
export const startMark = (pid: number): string | undefined => {
  const stat = procFile(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

export const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};
