import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { listMail } from './api/list-mail.ts';
import { SANDBOX_CREDENTIALS } from './credentials.ts';
import { listCrmRecords } from './store/crm-records.ts';
import { setFault } from './store/faults.ts';

const db = testDatabase();

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

interface Running {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

let ports: { http: number; smtp: number };
let dataDir: string;
let running: Running | undefined;

const startProcess = async (): Promise<Running> => {
  const child = fork(path.resolve(import.meta.dirname, '../../workers/sandbox.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: db.url,
      HOLDFAST_DATA_DIR: dataDir,
      SANDBOX_PORT: String(ports.http),
      SANDBOX_SMTP_PORT: String(ports.smtp),
      APP_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'error',
    },
  });
  running = { child, exited: once(child, 'exit') };
  await once(child, 'message');
  return running;
};

const upsert = async (): Promise<Response> =>
  fetch(`http://127.0.0.1:${ports.http}/crm/objects/Task/run_1%2Fcrm_task`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${SANDBOX_CREDENTIALS.crmToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ fields: { title: 'Call Maya' } }),
  });

const send = async (): Promise<unknown> =>
  createTransport({
    host: '127.0.0.1',
    port: ports.smtp,
    auth: { user: 'sam@example.com', pass: SANDBOX_CREDENTIALS.smtpPassword },
  }).sendMail({
    from: 'sam@example.com',
    to: 'maya@lindner.example',
    subject: 'Once',
    text: 'Hello',
    messageId: '<run_1.send@example.com>',
  });

const failed = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

describe('the sandbox process', () => {
  beforeAll(async () => {
    ports = { http: await freePort(), smtp: await freePort() };
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-sandbox-'));
    return () => rmSync(dataDir, { recursive: true, force: true });
  });

  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.exited;
  });

  it('S3.4 counts truthfully when it is killed between storing and answering', async () => {
    const first = await startProcess();
    // Slow answers hold the door open between the commit and the answer.
    await setFault(db.sql, 'crm', { mode: 'slow', seconds: 300 });
    await setFault(db.sql, 'smtp', { mode: 'slow', seconds: 300 });
    const calls = [failed(upsert()), failed(send())];
    await waitFor('both to be stored', async () => {
      const [mail, records] = [await listMail(db.sql), await listCrmRecords(db.sql, { limit: 9 })];
      return mail.total === 1 && records.length === 1;
    });
    first.child.kill('SIGKILL');
    await first.exited;
    expect(await Promise.all(calls)).toEqual([true, true]);

    await setFault(db.sql, 'crm', { mode: 'normal' });
    await setFault(db.sql, 'smtp', { mode: 'normal' });
    await startProcess();
    expect((await upsert()).status).toBe(200);
    await send();
    expect(await listCrmRecords(db.sql, { limit: 9 })).toMatchObject([{ writes: 2 }]);
    expect((await listMail(db.sql)).items.map(({ deliveries }) => deliveries)).toEqual([2, 2]);
  });

  it('S2.6 stops on SIGTERM without waiting for its slow answers', async () => {
    const process = await startProcess();
    await setFault(db.sql, 'crm', { mode: 'slow', seconds: 300, times: 1 });
    const call = upsert();
    await waitFor('the call to be in progress', async () => {
      const { rows } = await db.sql.query(
        `select 1 from sandbox.faults where service = 'crm' and mode = 'normal'`,
      );
      return rows.length === 1;
    });
    process.child.kill('SIGTERM');
    expect(await process.exited).toEqual([0, null]);
    expect((await call).ok).toBe(true);
  });

  it('exits when its supervisor goes away', async () => {
    const process = await startProcess();
    process.child.disconnect();
    expect(await process.exited).toEqual([0, null]);
  });
});
