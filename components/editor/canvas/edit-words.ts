import type { AutomationDocument } from '#server/engine/document.ts';
import type { Change, InsertAt } from '#server/engine/edit/change.ts';
import type { History, HistoryEntry } from '#server/engine/edit/history.ts';
import { FAILED } from '#server/engine/document-graph.ts';
import { ownPorts } from '#server/engine/edit/ports-of.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { portWords } from '#components/graph/graph-model.ts';

/** What has become of a draft between two moments. */
export interface Happened {
  readonly kind: 'did' | 'undid' | 'redid';
  readonly entry: HistoryEntry;
}

/** The edit, or the step back or forth, that lies between two histories; null when there is none. */
export function whatHappened(before: History, after: History): Happened | null {
  if (before.document === after.document) return null;
  if (after.future.length > before.future.length) {
    const entry = after.future.at(-1);
    return entry === undefined ? null : { kind: 'undid', entry };
  }
  const entry = after.past.at(-1);
  if (entry === undefined) return null;
  return { kind: entry === before.future.at(-1) ? 'redid' : 'did', entry };
}

const LEAD = { did: '', undid: 'Undone: ', redid: 'Done again: ' } as const;

/**
 * One sentence for those who do not see the drawing: "Added Wait for a while after CRM task". Null
 * for what is typed into a field, which the field says itself.
 */
export function editWords({ kind, entry }: Happened): string | null {
  const words = changeWords(entry.change, entry.before, entry.after);
  if (words === null) return kind === 'did' ? null : `${LEAD[kind]}a setting`;
  return `${LEAD[kind]}${words}`;
}

function changeWords(
  change: Change,
  before: AutomationDocument,
  after: AutomationDocument,
): string | null {
  switch (change.kind) {
    case 'add_step':
      return `Added ${change.step.name}${whereWords(change.at, after)}`;
    case 'paste':
      return `Added ${stepsWords(change.steps.map(({ name }) => name))}`;
    case 'delete_steps':
      return `Deleted ${stepsWords(change.ids.map((id) => nameOf(before, id)))}`;
    case 'set_disabled': {
      const which = stepsWords(change.ids.map((id) => nameOf(after, id)));
      return change.disabled ? `Turned off ${which}` : `Turned on ${which} again`;
    }
    case 'connect':
      return `${portOf(after, change)} now leads to ${nameOf(after, change.to)}`;
    case 'disconnect':
      return `${portOf(after, change)} no longer leads to ${nameOf(after, change.to)}`;
    case 'splice_step':
      return `Moved ${nameOf(after, change.stepId)}${whereWords({ kind: 'edge', ...change.edge }, after)}`;
    case 'move_steps':
      return `Moved ${stepsWords(change.moves.map(({ id }) => nameOf(after, id)))} on the drawing`;
    case 'add_note':
      return 'Added a note';
    case 'delete_notes':
      return change.ids.length === 1 ? 'Deleted a note' : `Deleted ${change.ids.length} notes`;
    case 'move_note':
      return 'Moved a note';
    case 'tidy_up':
      return 'Tidied up the drawing';
    case 'replace_document':
      return change.because === 'import' ? 'Imported a document' : 'Restored a version';
    default:
      return null;
  }
}

function whereWords(at: InsertAt, document: AutomationDocument): string {
  if (at.kind === 'free') return ', connected to nothing';
  if (at.kind === 'port') return ` after ${portOf(document, at)}`;
  return ` between ${nameOf(document, at.from)} and ${nameOf(document, at.to)}`;
}

/** "Sam approves, Expired" where the step has more ways than one; else its name. */
function portOf(
  document: AutomationDocument,
  { from, port }: { readonly from: string; readonly port: string },
): string {
  const name = nameOf(document, from);
  const step = document.steps.find(({ id }) => id === from);
  const ports = step === undefined ? [] : ownPorts(step, stepCatalogue);
  if (ports.length <= 1 && port !== FAILED) return name;
  return `${name}, ${ports.find(({ id }) => id === port)?.label ?? portWords(port)}`;
}

function nameOf(document: AutomationDocument, id: string): string {
  if (id === 'trigger') return document.trigger.name ?? 'the trigger';
  return document.steps.find((step) => step.id === id)?.name ?? id;
}

function stepsWords(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `${names.length} steps`;
}
