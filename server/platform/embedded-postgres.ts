/**
 * A Postgres of our own in a data folder, for `npm start` and for tests.
 *
 *   absent ──initdb──► initialised ──start──► running ──stop──► initialised
 *                           ▲                    │
 *                           └── stale pid file ──┴── our parent was killed: reuse the living server
 *
 * `postmaster.pid` in the data folder is the truth about a running server; the folder's own
 * `holdfast.json` records port and password. The server is detached from our process group, so
 * that Ctrl-C reaches us and not it: it is stopped last, by us.
 */
import { execFile, spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { randomSecret } from './crypto.ts';
import { commandAs, postgresBinaries, postgresUser, type PostgresUser } from './postgres-binaries.ts';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Did we find it running, left over from a killed process? */
  readonly reused: boolean;
  /** URL of another database on the same server. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Parent folder; the cluster is in its `postgres` subfolder. */
  readonly dir: string;
  readonly database?: string;
  /** Off only for tests: a crash of the machine may then lose what was committed. */
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string | number>>;
}

const noteSchema = z.object({ port: z.number(), password: z.string() });
type Note = z.infer<typeof noteSchema>;

const paths = (dir: string) => ({
  cluster: path.join(dir, 'postgres'),
  pidFile: path.join(dir, 'postgres', 'postmaster.pid'),
  version: path.join(dir, 'postgres', 'PG_VERSION'),
  note: path.join(dir, 'postgres.json'),
  log: path.join(dir, 'postgres.log'),
});

const freePort = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

const portIsFree = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const pidOf = (pidFile: string): number | undefined => {
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  return Number.isNaN(pid) ? undefined : pid;
};

const urlFor = (note: Note, database: string): string =>
  `postgres://postgres:${note.password}@127.0.0.1:${note.port}/${database}`;

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const initialise = async (dir: string, user: PostgresUser | undefined): Promise<Note> => {
  const { cluster, note: noteFile } = paths(dir);
  const note = { port: await freePort(), password: randomSecret(16) };
  // A folder without PG_VERSION is an initdb that was killed: nothing of value is in it.
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(cluster, user.uid, user.gid);
  const passwordFile = path.join(cluster, '..', `.pw-${randomSecret(6)}`);
  writeFileSync(passwordFile, note.password, { mode: 0o600 });
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);
  try {
    const { initdb } = await postgresBinaries(user);
    const { file, args, ...as } = commandAs(user, cluster, initdb, [
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ]);
    await run(file, [...args], { ...as, cwd: '/' });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(noteFile, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  return note;
};

const readNote = (dir: string): Note | undefined => {
  const { note, version } = paths(dir);
  if (!existsSync(version) || !existsSync(note)) return undefined;
  return noteSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
};

const settingsOf = (options: EmbeddedOptions, note: Note): string[] => {
  const durable = options.durable ?? true;
  const settings = {
    port: note.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const tail = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : '';

const launch = async (
  options: EmbeddedOptions,
  note: Note,
  user: PostgresUser | undefined,
): Promise<number> => {
  const { cluster, log: logFile, pidFile } = paths(options.dir);
  const { postgres } = await postgresBinaries(user);
  const command = commandAs(user, cluster, postgres, ['-D', cluster, ...settingsOf(options, note)]);
  const log = openSync(logFile, 'a');
  const child = spawn(command.file, command.args, {
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= `it exited with code ${code}`));
  child.unref();
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    if (failure !== undefined) break;
    try {
      await withClient(urlFor(note, 'postgres'), async (client) => client.query('select 1'));
      return pidOf(pidFile) ?? child.pid ?? 0;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(
    `The embedded Postgres did not start: ${failure ?? 'no answer within a minute'}.\n${tail(logFile)}`,
  );
};

/** A server that answers with our password on our port, from our folder, is ours. */
const findRunning = async (dir: string, note: Note): Promise<number | undefined> => {
  const pid = pidOf(paths(dir).pidFile);
  if (pid === undefined || !isAlive(pid)) return undefined;
  for (let attempt = 0; attempt < 40 && isAlive(pid); attempt += 1) {
    try {
      await withClient(urlFor(note, 'postgres'), async (client) => client.query('select 1'));
      return pid;
    } catch {
      // It may still be recovering, or already shutting down: either way this passes.
      await sleep(250);
    }
  }
  if (!isAlive(pid)) return undefined;
  return undefined;
};

const stopPid = async (pid: number): Promise<void> => {
  // SIGINT is Postgres's "fast" shutdown: sessions are ended, a checkpoint is written.
  const ask = (signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  };
  ask('SIGINT');
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited === 20_000) ask('SIGQUIT');
    await sleep(50);
  }
};

const ensureDatabase = async (note: Note, database: string): Promise<void> =>
  withClient(urlFor(note, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  });

export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  mkdirSync(options.dir, { recursive: true });
  const user = postgresUser();
  const database = options.database ?? 'holdfast';
  let note = readNote(options.dir);
  let pid = note === undefined ? undefined : await findRunning(options.dir, note);
  const reused = pid !== undefined;
  if (pid === undefined) {
    note ??= await initialise(options.dir, user);
    if (!(await portIsFree(note.port))) {
      note = { ...note, port: await freePort() };
      writeFileSync(paths(options.dir).note, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    }
    pid = await launch(options, note, user);
  }
  const running = { note: note as Note, pid };
  await ensureDatabase(running.note, database);
  return {
    url: urlFor(running.note, database),
    port: running.note.port,
    pid: running.pid,
    reused,
    urlOf: (name) => urlFor(running.note, name),
    stop: async () => stopPid(running.pid),
  };
};
