import { describe, expect, it } from 'vitest';
import { documentOf, end, type TestEdge, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const db = testDatabase();
const s = scenario(db);

const note = (id: string): TestStep => ({
  id,
  kind: 'update_contact',
  config: { fields: { seen: id } },
});

const parallel = (id: string, ports: readonly string[]): TestStep => ({
  id,
  kind: 'parallel',
  config: { arms: ports.map((port) => ({ port, name: port })) },
});

const join = (id: string): TestStep => ({ id, kind: 'join', config: { mode: 'all' } });

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${name}_${n + 1}`);

const contact = { email: 'maya@example.com' };
const FORKS = 4;
/** The most that one parallel may have. */
const ARMS = 50;
const PATIENT = { timeoutMs: 100_000 };

const outcomeOf = async (runId: string): Promise<string | null> =>
  (
    await db.sql.query<{ outcome: string | null }>('select outcome from runs where id = $1', [
      runId,
    ])
  ).rows[0]?.outcome ?? null;

describe('a large run', { timeout: 120_000 }, () => {
  it('S7.6 goes through two hundred arms at once, parallels within a parallel, and meets once', async () => {
    const forks = numbered('fork', FORKS);
    const armsOf = (fork: string): readonly string[] => numbered(`${fork}_arm`, ARMS);
    const steps: readonly TestStep[] = [
      parallel('all', forks),
      ...forks.flatMap((fork) => [
        parallel(fork, armsOf(fork)),
        ...armsOf(fork).map(note),
        join(`${fork}_meet`),
      ]),
      join('meet'),
      end('end', 'met'),
    ];
    const edges: readonly TestEdge[] = [
      ['trigger', 'all'],
      ...forks.flatMap((fork): readonly TestEdge[] => [
        ['all', fork, fork],
        ...armsOf(fork).flatMap((arm): readonly TestEdge[] => [
          [fork, arm, arm],
          [arm, `${fork}_meet`],
        ]),
        [`${fork}_meet`, 'meet'],
      ]),
      ['meet', 'end'],
    ];
    const { runId } = await s.start(await s.publish(documentOf(steps, edges)), { contact });
    await s.worker();
    await s.untilRun(runId, 'done', PATIENT);
    expect(await outcomeOf(runId)).toBe('met');
    const log = await s.log(runId);
    expect(log.filter(({ type }) => type === 'scope.arrived')).toHaveLength(FORKS * (ARMS + 1));
    expect(log.filter((e) => e.type === 'step.entered' && e.stepId === 'meet')).toHaveLength(1);
  });

  it('S9.3 goes round until its steps are used up, and is stopped there where it is seen', async () => {
    const automation = await s.publish(
      documentOf(
        [note('again')],
        [
          ['trigger', 'again'],
          ['again', 'again'],
        ],
      ),
    );
    const { runId } = await s.start(automation, { contact });
    await s.worker();
    await s.untilRun(runId, 'stopped', PATIENT);
    expect(await outcomeOf(runId)).toBe('step_budget');
    const visits = await db.sql.query(
      `select count(*)::int as visits, max(iteration) as last from steps where run_id = $1`,
      [runId],
    );
    expect(visits.rows).toEqual([{ visits: 1000, last: 1000 }]);
  });
});
