import type { TimelineItem } from '#server/api/views/run-view.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { listTimeline, readRunSeq, type ReadTimeline } from '#server/store/product-timeline.ts';
import { labelActors } from './label-actors.ts';

/** A run's log in order, with actors by name. Throws `not_found`. */
export const readTimeline = async (tx: Tx, asked: ReadTimeline): Promise<TimelineItem[]> => {
  const rows = await listTimeline(tx, asked);
  if (rows.length === 0 && (await readRunSeq(tx, asked.orgId, asked.runId)) === null) {
    throw new AppError('not_found', 'There is no such run here.');
  }
  const label = await labelActors(
    tx,
    rows.map((row) => row.actor),
  );
  return rows.map((row) => ({ ...row, actorLabel: label(row.actor) }));
};
