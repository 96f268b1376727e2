import { describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db.ts';
import { testDatabase } from '#testing/test-database.ts';
import { listTimeline } from './product-timeline.ts';

const db = testDatabase();
const ORG = 'org_1';

/** A log whose rows hold so many entries each. */
const writeLog = async (runId: string, sizes: readonly number[]): Promise<void> => {
  let seq = 1;
  for (const size of sizes) {
    await db.sql.query(
      `insert into run_log (run_id, seq, org_id, actor, entries)
       select $1, $2::int, $3, 'engine', json_agg(json_build_array('run.duplicate', null, '{}'::json))
         from generate_series(1, $4::int)`,
      [runId, seq, ORG, size],
    );
    seq += size;
  }
};

const numbersIn = async (tx: Tx, runId: string, afterSeq: number, limit: number) =>
  (await listTimeline(tx, { orgId: ORG, runId, afterSeq, limit })).map(({ seq }) => seq);

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const rowsRead = (node: PlanNode): number =>
  (node['Relation Name'] === 'run_log' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);

describe('a page of a packed log', () => {
  it('has the entries that follow, wherever it begins and however they are packed', async () => {
    const sizes = [1, 3, 1, 1, 7, 2, 1, 20, 1, 1, 1, 5];
    await writeLog('run_1', sizes);
    await writeLog('run_2', [50]);
    const all = Array.from({ length: sizes.reduce((sum, size) => sum + size) }, (_, n) => n + 1);
    for (const limit of [1, 3, 8, 100]) {
      for (let after = 0; after <= all.length + 1; after += 1) {
        const page = await numbersIn(db.sql, 'run_1', after, limit);
        expect(page, `${limit} after ${after}`).toEqual(all.slice(after, after + limit));
      }
    }
    expect(await numbersIn(db.sql, 'run_3', 0, 5)).toEqual([]);
  });

  it('reads no more rows of a long log than it may need', async () => {
    await writeLog(
      'run_long',
      Array.from({ length: 1500 }, () => 2),
    );
    await db.sql.query('analyze run_log');
    const limit = 20;
    let read = 0;
    const explaining: Tx = {
      query: async (text, values) => {
        const { rows } = await db.sql.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
          `explain (analyze, format json) ${text}`,
          [...(values ?? [])],
        );
        for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) read += rowsRead(Plan);
        return db.sql.query(text, [...(values ?? [])]) as never;
      },
    };
    expect(await numbersIn(explaining, 'run_long', 1001, limit)).toHaveLength(limit);
    // The page's own rows, and the numbers that bound it.
    expect(read).toBeGreaterThan(limit / 2);
    expect(read).toBeLessThanOrEqual(2 * limit + 2);
  });
});
