/** The files of an embedded cluster: making one, and the note that says where it listens. */
import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { randomSecret } from './crypto.ts';
import { commandAs, postgresBinaries, type PostgresUser } from './postgres-binaries.ts';

const run = promisify(execFile);

const noteSchema = z.object({ port: z.number(), password: z.string() });
export type ClusterNote = z.infer<typeof noteSchema>;

export interface ClusterPaths {
  readonly cluster: string;
  readonly pidFile: string;
  readonly version: string;
  readonly note: string;
  readonly log: string;
}

export const clusterPaths = (dir: string): ClusterPaths => ({
  cluster: path.join(dir, 'postgres'),
  pidFile: path.join(dir, 'postgres', 'postmaster.pid'),
  version: path.join(dir, 'postgres', 'PG_VERSION'),
  note: path.join(dir, 'postgres.json'),
  log: path.join(dir, 'postgres.log'),
});

const bind = async (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const bound = (server.address() as net.AddressInfo).port;
      server.close(() => resolve(bound));
    });
  });

/** The wished port when nobody has it, else any free one. */
export const freePort = async (wished = 0): Promise<number> => {
  const port = (await bind(wished)) ?? (await bind(0));
  if (port === undefined) throw new Error('No port is free on 127.0.0.1.');
  return port;
};

export const urlOf = (note: ClusterNote, database: string): string =>
  `postgres://postgres:${note.password}@127.0.0.1:${note.port}/${database}`;

export const writeNote = (dir: string, note: ClusterNote): void =>
  writeFileSync(clusterPaths(dir).note, `${JSON.stringify(note)}\n`, { mode: 0o600 });

/** Undefined when there is no whole cluster here: none, or one whose making was cut short. */
export const readNote = (dir: string): ClusterNote | undefined => {
  const { note } = clusterPaths(dir);
  if (!existsSync(note)) return undefined;
  return noteSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
};

/** The note is written last: a folder without one is a half-made cluster that holds nothing. */
export const createCluster = async (
  dir: string,
  user: PostgresUser | undefined,
): Promise<ClusterNote> => {
  const { cluster } = clusterPaths(dir);
  const note = { port: await freePort(), password: randomSecret(16) };
  const passwordFile = path.join(dir, `.postgres-${randomSecret(6)}`);
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, note.password, { mode: 0o600 });
  if (user !== undefined) {
    chownSync(cluster, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
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
  writeNote(dir, note);
  return note;
};
