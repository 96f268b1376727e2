import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';

const db = testDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-route-'));

/** The environment is read once per process, so every setting needs modules of its own. */
const routeUnder = async (sandbox: 'on' | 'off') => {
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', db.url);
  vi.stubEnv('HOLDFAST_DATA_DIR', dataDir);
  vi.stubEnv('HOLDFAST_SANDBOX', sandbox);
  return import('./route.ts');
};

const request = (method: string, at: string, body?: unknown): Request =>
  new Request(`http://localhost:3000/sandbox/api${at}`, {
    method,
    headers: { 'content-type': 'application/json', host: 'localhost:3000' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('the sandbox API inside the product', () => {
  afterAll(async () => {
    vi.unstubAllEnvs();
    const { sandboxContext } = await import('#server/sandbox/context.ts');
    await sandboxContext()?.pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('does not exist while the sandbox is switched off', async () => {
    const route = await routeUnder('off');
    const read = await route.GET(request('GET', '/faults'));
    const write = await route.PUT(request('PUT', '/faults/smtp', { mode: 'error' }));
    expect([read.status, write.status]).toEqual([404, 404]);
  });

  it('reads and changes what the sandbox process sees', async () => {
    const route = await routeUnder('on');
    expect((await route.PUT(request('PUT', '/faults/smtp', { mode: 'error' }))).status).toBe(200);
    const { rows } = await db.sql.query(`select mode from sandbox.faults where service = 'smtp'`);
    expect(rows).toEqual([{ mode: 'error' }]);
    const listed = await route.GET(request('GET', '/mail'));
    expect(await listed.json()).toEqual({ items: [], total: 0 });
    expect((await route.DELETE(request('DELETE', '/received'))).status).toBe(204);
  });
});
