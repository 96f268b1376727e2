/**
 * A Postgres of our own in a data folder, for `npm start` and for tests.
 *
 *   absent ──initdb──► initialised ──start──► running ──stop──► initialised
 *                           ▲                    │
 *                           └──── server died ───┘   our parent was killed: reuse what still runs
 *
 * `postmaster.pid` in the cluster is the truth about a running server; `postgres.json` beside it
 * records port and password. The server is detached from our process group, so that Ctrl-C
 * reaches us and not it: we stop it last.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  commandAs,
  postgresBinaries,
  postgresUser,
  type PostgresUser,
} from './postgres-binaries.ts';
import {
  clusterPaths,
  createCluster,
  freePort,
  readNote,
  urlOf,
  writeNote,
  type ClusterNote,
} from './postgres-cluster.ts';
import { commandContains, isAlive, signal } from './processes.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Was it found running, left over from a killed process? */
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

const START_MS = 60_000;
const FAST_STOP_MS = 20_000;

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

const answers = async (note: ClusterNote): Promise<boolean> =>
  withClient(urlOf(note, 'postgres'), async (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );

const pidOf = (dir: string): number | undefined => {
  const { pidFile } = clusterPaths(dir);
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  return Number.isNaN(pid) ? undefined : pid;
};

const settingsOf = (options: EmbeddedOptions, note: ClusterNote): string[] => {
  const durable = (options.durable ?? true) ? 'on' : 'off';
  const settings = {
    port: note.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const lastLines = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : '';

const launch = async (
  options: EmbeddedOptions,
  note: ClusterNote,
  user: PostgresUser | undefined,
): Promise<number> => {
  const { cluster, log: logFile } = clusterPaths(options.dir);
  const { postgres } = await postgresBinaries(user);
  const { file, args, ...as } = commandAs(user, cluster, postgres, [
    '-D',
    cluster,
    ...settingsOf(options, note),
  ]);
  const log = openSync(logFile, 'a');
  const child = spawn(file, args, { ...as, cwd: '/', detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= `it exited with code ${code}`));
  child.unref();
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    if (await answers(note)) return pidOf(options.dir) ?? child.pid ?? 0;
    if (failure !== undefined) break;
  }
  throw new Error(
    `The embedded Postgres did not start: ${failure ?? 'no answer'}.\n${lastLines(logFile)}`,
  );
};

/**
 * After kill -9 of a server its sessions take a moment to notice, and until then their shared
 * memory keeps a new server out: try again while a killed server's pid file says so.
 */
const launchPatiently = async (
  options: EmbeddedOptions,
  note: ClusterNote,
  user: PostgresUser | undefined,
): Promise<number> => {
  for (let left = pidOf(options.dir) === undefined ? 0 : 10; ; left -= 1) {
    try {
      return await launch(options, note, user);
    } catch (error) {
      if (left === 0) throw error;
      await sleep(500);
    }
  }
};

/**
 * A living server of this cluster is ours to reuse. It may still be recovering, or be on its way
 * down: wait for either. A pid that now belongs to another program makes its file stale, and
 * Postgres itself would refuse to start beside it.
 */
const findRunning = async (dir: string, note: ClusterNote): Promise<number | undefined> => {
  const pid = pidOf(dir);
  if (pid === undefined) return undefined;
  if (isAlive(pid) && !commandContains(pid, clusterPaths(dir).cluster)) {
    rmSync(clusterPaths(dir).pidFile, { force: true });
    return undefined;
  }
  for (const deadline = Date.now() + START_MS; isAlive(pid); await sleep(100)) {
    if (await answers(note)) return pid;
    if (Date.now() > deadline) {
      throw new Error(`Process ${pid} holds ${clusterPaths(dir).cluster} and does not answer.`);
    }
  }
  return undefined;
};

/** SIGINT is Postgres's "fast" shutdown: sessions end, a checkpoint is written. */
const stopServer = async (pid: number): Promise<void> => {
  signal(pid, 'SIGINT');
  for (const began = Date.now(); isAlive(pid); await sleep(25)) {
    if (Date.now() - began > FAST_STOP_MS) {
      signal(pid, 'SIGQUIT');
      return;
    }
  }
};

const ensureDatabase = async (note: ClusterNote, database: string): Promise<void> =>
  withClient(urlOf(note, 'postgres'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) {
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
    }
  });

/** URL of the server that somebody else has started in this folder, when it is running. */
export const findEmbeddedPostgres = async (
  dir: string,
  database = 'holdfast',
): Promise<string | undefined> => {
  const note = readNote(dir);
  if (note === undefined || (await findRunning(dir, note)) === undefined) return undefined;
  return urlOf(note, database);
};

export const startEmbeddedPostgres = async (
  options: EmbeddedOptions,
): Promise<EmbeddedPostgres> => {
  const { dir, database = 'holdfast' } = options;
  mkdirSync(dir, { recursive: true });
  const user = postgresUser();
  let note = readNote(dir) ?? (await createCluster(dir, user));
  let pid = await findRunning(dir, note);
  const reused = pid !== undefined;
  if (pid === undefined) {
    note = { ...note, port: await freePort(note.port) };
    writeNote(dir, note);
    pid = await launchPatiently(options, note, user);
  }
  await ensureDatabase(note, database);
  const server = { note, pid };
  return {
    url: urlOf(server.note, database),
    port: server.note.port,
    pid: server.pid,
    reused,
    urlOf: (name) => urlOf(server.note, name),
    stop: async () => stopServer(server.pid),
  };
};
