/** What became of a run, against what was promised. */
import { checkInvariants } from '#server/runtime/check-invariants.ts';
import { verifyRun } from '#server/runtime/verify-run.ts';
import { findEffect } from '#server/store/effects.ts';
import type { Look } from './look.ts';
import { countAllEffects, countEffects } from './providers.ts';
import type { World } from './world.ts';

export interface Verdict {
  /** What is missing, as sentences. */
  readonly lost: readonly string[];
  /** What happened more often than once. */
  readonly doubled: readonly string[];
}

const judgeEffects = async (world: World, look: Look): Promise<Verdict> => {
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
  const all = await countAllEffects(providers, look.runId, world.email);
  if (all > sum) doubled.push(`${all - sum} effects that nobody asked for`);
  return { lost, doubled };
};

/** Runs that were started for this one start, whatever their keys. */
const countRunsSince = async ({ lane, automationId, began }: World): Promise<number> => {
  const { rows } = await lane.sql.query<{ n: number }>(
    `select count(*)::int as n from runs where automation_id = $1 and created_at >= $2`,
    [automationId, began],
  );
  return rows[0]?.n ?? -1;
};

const judgeRecords = async (world: World, look: Look): Promise<readonly string[]> => {
  const { pool } = world.lane;
  const lost: string[] = [];
  if (look.status !== world.scenario.ends || look.outcome !== world.scenario.outcome) {
    lost.push(`the run is ${look.status} (${look.outcome ?? 'no outcome'})`);
  }
  for (const { name, count, sample } of await checkInvariants(pool)) {
    if (count > 0) lost.push(`${name}: ${sample.join(', ')}`);
  }
  const others = await countRunsSince(world);
  if (others !== 1) lost.push(`${others} runs were started`);
  const { differences } = await verifyRun({ pool }, look.runId);
  lost.push(...differences);
  return lost;
};

export const judge = async (world: World, look: Look): Promise<Verdict> => {
  const records = await judgeRecords(world, look);
  const effects = await judgeEffects(world, look);
  return { lost: [...records, ...effects.lost], doubled: effects.doubled };
};
