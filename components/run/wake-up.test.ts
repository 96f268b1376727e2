import { expect, test } from 'vitest';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { wakeUpOf } from './wake-up.ts';

const ended: RunListItem = {
  id: 'run_1',
  automationId: 'aut_1',
  automationName: 'Demo follow-up',
  version: 1,
  contactName: 'Maya Lindner',
  contactEmail: 'maya@example.com',
  status: 'failed',
  outcome: 'rejected',
  isTest: false,
  currentSteps: [],
  failure: { stepId: 'draft', name: 'Draft the email', message: 'The model refused it (400).' },
  dueAt: null,
  startedAt: new Date(0),
  finishedAt: new Date(1000),
  heldAt: null,
};

test('a failed run says why in a sentence, not in a code', () => {
  expect(wakeUpOf(ended).note).toBe('The model refused it (400).');
});

test('a run that reached an end says which', () => {
  expect(wakeUpOf({ ...ended, status: 'done', outcome: 'no_reply', failure: null }).note).toBe(
    'no reply',
  );
});

test('a held run names no instant: it comes only once its automation is resumed', () => {
  const waiting = { ...ended, status: 'waiting_timer', dueAt: new Date(5000) } as const;
  expect(wakeUpOf({ ...waiting, heldAt: new Date(2000) })).toEqual({
    at: null,
    text: 'Held with its automation',
    note: null,
  });
});
