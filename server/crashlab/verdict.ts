/** What became of a run, against what was promised. */
import { checkInvariants } from '#server/runtime/check-invariants.ts';
import { verifyRun } from '#server/runtime/verify-run.ts';
import { findEffect } from '#server/store/effects.ts';
import type { Look } from './look.ts';
import type { Verdict } from './finding.ts';
import { countAllEffects, countEffects } from './providers.ts';
import { judgeMigration } from './moved-runs.ts';
import type { Sender, World } from './world.ts';

const judgeEffects = async (world: World, sender: Sender, look: Look): Promise<Verdict> => {
  const { sql, outside: providers } = world.lane;
  const lost: string[] = [];
  const doubled: string[] = [];
  let sum = 0;
  for (const { outside, key } of world.scenario.effects) {
    const full = `${look.runId}/${key}`;
    const count = await countEffects(providers, outside, full);
    sum += count;
    const status = (await findEffect(sql, full))?.status ?? 'none';
    // A stopped run may have stopped before; what the ledger says is what happened, either way.
    const wanted = world.scenario.ends === 'cancelled' && status !== 'settled' ? 0 : 1;
    const reviewed = status === 'needs_review';
    if (count > 1) doubled.push(`${outside} ${key}: ${count} times`);
    else if (!reviewed && count !== wanted) {
      lost.push(`${outside} ${key}: ${count}, and the ledger says ${status}`);
    }
  }
  const all = await countAllEffects(providers, look.runId, sender.email);
  if (all > sum) doubled.push(`${all - sum} effects that nobody asked for`);
  return { lost, doubled };
};

/** Runs that were started for these starts, whatever their keys. */
const countRunsSince = async ({ lane, automationId, began }: World): Promise<number> => {
  const { rows } = await lane.sql.query<{ n: number }>(
    `select count(*)::int as n from runs where automation_id = $1 and created_at >= $2`,
    [automationId, began],
  );
  return rows[0]?.n ?? -1;
};

const judgeRun = async (world: World, sender: Sender, look: Look): Promise<Verdict> => {
  const lost: string[] = [];
  if (look.status !== world.scenario.ends || look.outcome !== world.scenario.outcome) {
    lost.push(`the run is ${look.status} (${look.outcome ?? 'no outcome'})`);
  }
  const { differences } = await verifyRun({ pool: world.lane.pool }, look.runId);
  const effects = await judgeEffects(world, sender, look);
  return { lost: [...lost, ...differences, ...effects.lost], doubled: effects.doubled };
};

const judgeRecords = async (world: World): Promise<readonly string[]> => {
  const lost: string[] = [];
  for (const { name, count, sample } of await checkInvariants(world.lane.pool)) {
    if (count > 0) lost.push(`${name}: ${sample.join(', ')}`);
  }
  const others = await countRunsSince(world);
  if (others !== world.senders.length) lost.push(`${others} runs were started`);
  return lost;
};

/** `looks` are the last ones, in the senders' order. */
export const judge = async (world: World, looks: readonly (Look | null)[]): Promise<Verdict> => {
  const verdicts: Verdict[] = [{ lost: await judgeRecords(world), doubled: [] }];
  for (const [index, sender] of world.senders.entries()) {
    const look = looks[index] ?? null;
    if (look?.finished === true) verdicts.push(await judgeRun(world, sender, look));
    else verdicts.push({ lost: [`never finished: ${JSON.stringify(look)}`], doubled: [] });
  }
  if (world.scenario.migration !== undefined) verdicts.push(await judgeMigration(world));
  return {
    lost: verdicts.flatMap(({ lost }) => lost),
    doubled: verdicts.flatMap(({ doubled }) => doubled),
  };
};
