import { expect, it } from 'vitest';
import { log } from '#server/platform/log.ts';
import { createRepeating } from './repeating.ts';

it('a round that throws is followed by the next', async () => {
  const again = Promise.withResolvers<void>();
  let rounds = 0;
  const service = createRepeating({
    name: 'test',
    everyMs: 1,
    log,
    round: async () => {
      rounds += 1;
      if (rounds < 3) throw new Error('This round fails.');
      again.resolve();
      return false;
    },
  });
  await service.start();
  await again.promise;
  await service.stop();
  expect(rounds).toBeGreaterThanOrEqual(3);
});
