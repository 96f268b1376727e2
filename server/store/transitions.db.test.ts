import { describe, expect, it } from 'vitest';
import type { Transition } from '#server/engine/transition.ts';
import { txOf } from '#server/platform/db.ts';
import { testDatabase } from '#testing/test-database.ts';
import { insertTransitions, packLog, readTransitions, type TransitionRow } from './transitions.ts';

const db = testDatabase();

const VISIT = { stepId: 'pause', iteration: 1 };
const NOWHERE = { stepId: null, iteration: null, attempt: null };

const LOG: readonly Transition[] = [
  {
    seq: 1,
    actor: 'api',
    type: 'run.started',
    data: { version: 1, maxSteps: 9, trigger: 'api' },
    ...NOWHERE,
  },
  {
    seq: 2,
    actor: 'engine',
    type: 'step.waiting',
    data: { status: 'waiting_signal' },
    ...VISIT,
    attempt: null,
  },
  {
    seq: 3,
    actor: 'worker:w',
    type: 'step.started',
    data: { attempt: 2, token: 5 },
    ...VISIT,
    attempt: 2,
  },
  {
    seq: 4,
    actor: 'engine',
    type: 'run.finished',
    data: { status: 'failed', outcome: 'said "no"\n√' },
    ...NOWHERE,
  },
];

const rowsOf = (runId: string, log: readonly Transition[] = LOG): readonly TransitionRow[] =>
  log.map((transition) => ({ runId, orgId: 'org_1', transition }));

const countRows = async (runId: string): Promise<number> =>
  (await db.sql.query('select 1 from run_log where run_id = $1', [runId])).rowCount ?? 0;

describe('the packed log', () => {
  it('gives back each transition as it was written, from one row for each commit', async () => {
    await insertTransitions(txOf(db.pool), rowsOf('run_1', LOG.slice(0, 3)));
    await insertTransitions(txOf(db.pool), rowsOf('run_1', LOG.slice(3)));
    expect(await readTransitions(txOf(db.pool), 'run_1')).toEqual(LOG);
    expect(await countRows('run_1')).toBe(2);
  });

  it('keeps the runs of one commit apart, and does not pack over a gap', () => {
    const [first, second, , last] = rowsOf('run_a');
    const [other] = rowsOf('run_b');
    if (!first || !second || !last || !other) throw new Error('The log is too short.');
    const packed = packLog([first, other, second, last]);
    expect(packed.map(({ runId, seq, entries }) => [runId, seq, entries.length])).toEqual([
      ['run_a', 1, 2],
      ['run_b', 1, 1],
      ['run_a', 4, 1],
    ]);
  });

  it('takes a single transition through the view, in its own columns', async () => {
    await db.sql.query(
      `insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
       values ('run_2', 7, 'org_1', 'step.started', 'pause', 1, 2, 'worker:w',
               '{"attempt": 2, "token": 5}')`,
    );
    expect(await readTransitions(txOf(db.pool), 'run_2')).toEqual([{ ...LOG[2], seq: 7 }]);
  });

  it('is append-only, gives a number once, and holds nothing that could not be read', async () => {
    await insertTransitions(txOf(db.pool), rowsOf('run_3'));
    const log = txOf(db.pool);
    const insert = (seq: number, entries: string): string =>
      `insert into run_log (run_id, seq, org_id, actor, entries)
       values ('run_3', ${seq}, 'org_1', 'api', '${entries}')`;
    for (const [refused, why] of [
      [`update run_log set actor = 'else' where run_id = 'run_3'`, /append-only/],
      [`delete from run_log where run_id = 'run_3'`, /append-only/],
      ['truncate run_log', /append-only/],
      [`delete from transitions where run_id = 'run_3'`, /view/],
      [insert(1, '[["run.started"]]'), /run_log_pkey/],
      [insert(9, '[]'), /check constraint/],
      [insert(9, '[["t", null, {"text": "\\u0000"}]]'), /Unicode/],
    ] as const) {
      await expect(log.query(refused)).rejects.toThrow(why);
    }
    expect(await readTransitions(log, 'run_3')).toEqual(LOG);
  });
});
