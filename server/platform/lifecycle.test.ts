import { expect, test } from 'vitest';
import { group, shutDown, type Service } from './lifecycle.ts';

const recording = (log: string[], name: string, overrides: Partial<Service> = {}): Service => ({
  name,
  start: async () => void log.push(`start ${name}`),
  drain: async () => void log.push(`drain ${name}`),
  stop: async () => void log.push(`stop ${name}`),
  ...overrides,
});

test('services start in order, drain together and stop in reverse', async () => {
  const log: string[] = [];
  const both = group('both', [recording(log, 'a'), recording(log, 'b')]);
  await both.start();
  await shutDown(both, 100);
  expect(log).toEqual(['start a', 'start b', 'drain a', 'drain b', 'stop b', 'stop a']);
});

test('when one does not start, those before it are stopped', async () => {
  const log: string[] = [];
  const broken = recording(log, 'b', {
    start: async () => {
      throw new Error('port taken');
    },
  });
  await expect(group('both', [recording(log, 'a'), broken]).start()).rejects.toThrow('port taken');
  expect(log).toEqual(['start a', 'stop b', 'stop a']);
});

test('one that fails to stop does not keep the others from it', async () => {
  const log: string[] = [];
  const stuck = recording(log, 'b', {
    stop: async () => {
      throw new Error('stuck');
    },
  });
  const both = group('both', [recording(log, 'a'), stuck]);
  await both.start();
  await both.stop();
  expect(log.at(-1)).toBe('stop a');
});

test('the grace period ends a drain that goes on', async () => {
  const log: string[] = [];
  const slow = recording(log, 'slow', {
    drain: async (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          log.push('grace is over');
          resolve();
        });
      }),
  });
  await shutDown(slow, 20);
  expect(log).toEqual(['grace is over', 'stop slow']);
});
