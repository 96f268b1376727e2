import type { RunDetail, TimelineItem } from '#server/api/views/run-view.ts';
import type { MoveFact, TransitionBody } from '#server/engine/transition.ts';
import { isUndoScope } from '#server/engine/undo.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { stepName } from './run-names.ts';
import { shortStartKey } from './short-keys.ts';
import type { FactText } from './timeline-entry.ts';

/** What concerns the run as a whole; null where another entry already tells it. */
export function describeRunChange(
  run: RunDetail,
  item: TimelineItem,
  body: TransitionBody,
): FactText | null {
  switch (body.type) {
    case 'run.started':
      return {
        rest: 'Run started. Start key',
        code: {
          shown: shortStartKey(run.startKey),
          whole: run.startKey,
          copy: 'Copy the start key',
        },
      };
    case 'run.duplicate':
      return {
        rest: 'The same event came again: recognised as a duplicate, nothing started',
        quiet: true,
      };
    case 'run.migrated':
      return {
        strong: `Moved from version ${body.data.from} to ${body.data.to}.`,
        rest: describeMoves(run, body.data.moves),
      };
    case 'run.held':
      return { strong: 'Held with the automation.', rest: 'Nothing is begun until it is resumed' };
    case 'run.unheld':
      return describeUnheld(body.data);
    case 'run.cancel_requested':
      return {
        strong: 'Asked to cancel.',
        rest: body.data.reason ?? run.cancel?.reason ?? 'No reason given',
      };
    case 'run.budget_reached':
      return {
        strong: 'Limit reached.',
        rest: body.data.budget === 'steps' ? `${body.data.limit} steps` : `${body.data.limit} days`,
        tone: 'setback',
      };
    case 'scope.opened':
      if (isUndoScope(body.data.scope)) return describeUndo(run, body.data.scope);
      return { rest: `Went on by ${body.data.arms} paths at once` };
    case 'scope.closed':
      return {
        rest: `${body.data.arrived} ${body.data.arrived === 1 ? 'path has' : 'paths have'} arrived: going on`,
      };
    // Arrivals are counted where the paths meet; the end has a head of its own.
    case 'scope.arrived':
    case 'token.ended':
    case 'run.finished':
      return null;
    default:
      return { rest: item.type };
  }
}

function describeUnheld({ heldMs, laterMs }: { heldMs: number; laterMs: number }): FactText {
  const turn =
    laterMs > 0
      ? `. What came due meanwhile is spread: its turn is in ${formatDuration(laterMs)}`
      : '';
  return {
    strong: 'Goes on.',
    rest: `Held for ${formatDuration(heldMs)}; deadlines got that time back${turn}`,
  };
}

/** Whether someone asked for it, in whose words, or whether it failed. */
function describeUndo(run: RunDetail, scope: string): FactText {
  return scope === '$undo/failed' || run.undo === null
    ? { rest: 'Undoing what was done, the last step first' }
    : { strong: 'Asked to stop and undo.', rest: run.undo.reason ?? 'No reason given' };
}

/** Where it went on, as far as that is another place; the retimed waits have entries of their own. */
function describeMoves(run: RunDetail, moves: readonly MoveFact[]): string {
  const begun = moves.filter((move) => move.how === 'begins').map((move) => move.to);
  const passed = moves.filter((move) => move.how === 'passes').map((move) => move.stepId);
  const names = (ids: readonly string[]): string =>
    [...new Set(ids)].map((id) => `“${stepName(run.document, id)}”`).join(' and ');
  if (begun.length > 0) return `Went on at ${names(begun)}`;
  if (passed.length > 0) return `Went on past ${names(passed)}`;
  return 'Stayed where it was';
}
