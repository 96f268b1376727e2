/**
 * No child outlives the lab.
 *
 * A child that runs ends by itself when its channel to us closes. One that is stopped (SIGSTOP)
 * cannot act, so it is killed when we exit, for whatever reason we can know of. Of a SIGKILL we
 * know nothing: then a stopped child stays stopped until it is told to go on (SIGCONT), and ends
 * with its first breath.
 */
import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();

const killAll = (): void => {
  for (const child of children) child.kill('SIGKILL');
};

process.on('exit', killAll);

export const endWithUs = (child: ChildProcess): void => {
  children.add(child);
  child.once('exit', () => children.delete(child));
};

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Asked to end, we first stop what is no child of ours by `stop`, and exit as shells expect. */
export const endOnSignals = (stop: () => Promise<void>): void => {
  for (const [name, code] of Object.entries(SIGNALS)) {
    process.once(name, () => {
      // What fails from here on fails because we end.
      process.on('uncaughtException', () => undefined);
      killAll();
      void stop().finally(() => process.exit(code));
    });
  }
};
