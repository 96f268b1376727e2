import type { RunListItem } from '#server/api/views/run-view.ts';

/**
 * Brings the newest readings into the rows that are shown, each in its place, and counts the runs
 * that started after the first of them. Ids grow with time.
 */
export function mergeRuns(
  shown: readonly RunListItem[],
  latest: readonly RunListItem[],
): { items: RunListItem[]; newCount: number } {
  const fresh = new Map(latest.map((run) => [run.id, run]));
  const known = new Set(shown.map((run) => run.id));
  const top = shown[0]?.startedAt.getTime() ?? Number.NEGATIVE_INFINITY;
  return {
    items: shown.map((run) => fresh.get(run.id) ?? run),
    newCount: latest.filter((run) => !known.has(run.id) && run.startedAt.getTime() >= top).length,
  };
}
