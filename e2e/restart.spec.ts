import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import * as story from './demo-story.ts';
import type { Product } from './product.ts';
import { interrupt, killHard, startProduct } from './product.ts';

const PORT = Number(process.env['E2E_RESTART_PORT'] ?? 3400);

test.describe('stopping the product at every stage of the demo', () => {
  let dataDir: string;
  let product: Product;

  test.beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'holdfast-'));
  });

  test.afterAll(async () => {
    await interrupt(product);
    await rm(dataDir, { recursive: true, force: true });
  });

  test('S1.3 S12.2 S12.4 a run goes on after kill -9 and after Ctrl-C, wherever it stood', async () => {
    test.setTimeout(300_000);
    const restart = async (stop: (product: Product) => Promise<void>): Promise<void> => {
      await stop(product);
      product = await startProduct({ dataDir, port: PORT });
    };
    product = await startProduct({ dataDir, port: PORT });
    const hook = await story.demoHook(product);

    const first = await story.submitForm(product, hook, 'evt_restart');
    expect(first.status).toBe(202);
    await restart(killHard);
    const { runId } = first.body;
    const waiting = await story.untilStatus(product, runId, 'waiting_timer');

    await restart(interrupt);
    await story.skipWait(product, waiting);
    await restart(killHard);
    await story.untilStatus(product, runId, 'waiting_approval');

    await restart(killHard);
    await story.approveInSlack(product, runId);
    await story.untilStatus(product, runId, 'waiting_signal');

    await restart(interrupt);
    await story.replyTo(product, 'evt_restart@lindner-studio.example');
    await restart(killHard);
    await story.untilStatus(product, runId, 'done');

    expect(await story.mailTo(product, 'evt_restart@lindner-studio.example')).toHaveLength(1);
    expect(await story.brokenInvariants(product)).toEqual([]);
    const again = await story.submitForm(product, hook, 'evt_restart');
    expect(again).toEqual({ status: 200, body: { runId, duplicate: true } });
  });
});
