import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSignal, waitFor } from '#server/testing/wait-for.ts';
import { createNotifier, joinPayloads, listen } from './listen.ts';

const db = testDatabase();

const killListeners = async (): Promise<void> => {
  await db.sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'holdfast-listen' and datname = current_database()`,
  );
};

test('a listener hears, and hears again after its connection was cut', async () => {
  const heard = testSignal<string>('a notification');
  const back = testSignal<true>('the reconnect');
  const listener = listen({
    connectionString: db.url,
    channels: ['bell'],
    onNotify: (channel, payload) => heard.send(`${channel}:${payload}`),
    onReconnect: () => back.send(true),
  });
  await listener.ready;
  await db.sql.query(`select pg_notify('bell', 'one')`);
  expect(await heard.next()).toBe('bell:one');
  await killListeners();
  await back.next();
  await db.sql.query(`select pg_notify('bell', 'two')`);
  expect(await heard.next()).toBe('bell:two');
  await listener.stop();
});

test('many hints within the interval become one NOTIFY with all payloads', async () => {
  const heard: string[] = [];
  const listener = listen({
    connectionString: db.url,
    channels: ['many'],
    onNotify: (_channel, payload) => heard.push(payload),
  });
  await listener.ready;
  const notifier = createNotifier(db.pool, 'many', 20);
  for (const id of ['a', 'b', 'a', 'c']) notifier.notify(id);
  await waitFor('the hint', () => heard.length > 0);
  await notifier.stop();
  expect(heard).toEqual(['a\nb\nc']);
  await listener.stop();
});

test('payloads that do not fit are replaced by “look for yourself”', () => {
  expect(joinPayloads(new Set(['', 'x']))).toBe('x');
  expect(joinPayloads(new Set(Array.from({ length: 500 }, (_, i) => `run_${i}`)))).toBe('');
});

test('stopping a listener that cannot connect does not hang', async () => {
  const listener = listen({
    connectionString: 'postgres://nobody@127.0.0.1:1/none',
    channels: ['x'],
    onNotify: () => undefined,
  });
  await listener.stop();
  await listener.ready;
});
