import { describe, expect, it } from 'vitest';
import type { MigrationView } from '#server/api/views/migration-view.ts';
import { bucketWords, hindranceWords, progressWords, resultWord } from './migration-words.ts';

const migration = (more: Partial<MigrationView>): MigrationView => ({
  id: 'mig_1',
  automationId: 'aut_1',
  automationName: 'Demo',
  from: 1,
  to: 2,
  status: 'moving',
  mapping: [],
  rules: [],
  counts: { total: 10, pending: 4, moved: 5, cancelled: 0, left: 0, refused: 1 },
  startedBy: 'Lena',
  startedAt: new Date(0),
  finishedAt: null,
  cancelledBy: null,
  ...more,
});

describe('a migration in words', () => {
  it('says how far it is, and what a stop left behind', () => {
    expect(progressWords(migration({}))).toBe('6 of 10 runs done.');
    expect(progressWords(migration({ status: 'done' }))).toBe('5 runs of 10 go on with version 2.');
    expect(progressWords(migration({ status: 'cancelled', cancelledBy: 'Priya' }))).toBe(
      'Stopped by Priya. 4 runs were not reached and stay on version 1.',
    );
  });

  it('tells waiting from never reached', () => {
    expect(resultWord('pending', migration({})).word).toBe('Waiting');
    expect(resultWord('pending', migration({ status: 'cancelled' })).word).toBe('Not reached');
    expect(resultWord('left', migration({})).word).toBe('Stays on version 1');
  });

  it('says what each rule does, and what is in its way', () => {
    const to = { stepId: 'b', name: 'Draft', kind: 'wait_for' };
    expect(bucketWords({ runs: 1, action: 'move', to })).toBe('1 run begins “Draft”');
    expect(bucketWords({ runs: 1200, action: 'leave', to: null })).toBe(
      '1,200 runs finish on the old version',
    );
    expect(hindranceWords({ busy: 0, inDoubt: 0 })).toBeNull();
    expect(hindranceWords({ busy: 2, inDoubt: 1 })).toBe(
      '2 runs at work this moment: they are asked again later. 1 run in review: it cannot move before it is settled.',
    );
  });
});
