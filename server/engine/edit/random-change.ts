import type { DocumentStep } from '../document.ts';
import type { Dice } from '../random-document.ts';
import { testingCatalogue } from '../testing-catalogue.ts';
import type { Change, EdgeRef, InsertAt } from './change.ts';
import { refOf } from './edges.ts';
import type { History } from './history.ts';
import { mintNoteId, mintStepId } from './mint-step-id.ts';
import { portsOf } from './ports-of.ts';

/**
 * Random edits for the property tests, over the testing catalogue. Most fit; some speak of steps
 * and connections that are gone, or carry text that nobody should type.
 */
const NAMES = [
  'Send it',
  '  Warten  ',
  '__proto__',
  'toString',
  'constructor',
  'say "hi"',
  'a.b[0]',
  '🦊 fox',
  'שלום',
  '',
  ' ',
  'half \ud800',
  'nul \u0000',
  'x'.repeat(500),
];
const KINDS = ['work', 'pass', 'wait', 'signal', 'approval', 'parallel', 'join', 'end', 'unknown'];
const PORTS = ['next', 'left', 'right', 'failed', 'arm_0', 'received', 'approved', 'gone'];

interface Source {
  readonly dice: Dice;
  readonly history: History;
}

export function randomChange(dice: Dice, history: History): Change {
  const make = pick(dice, MAKERS);
  return make({ dice, history });
}

const MAKERS: readonly ((source: Source) => Change)[] = [
  addStep,
  addStep,
  addStep,
  ({ dice, history }) => ({
    kind: 'move_steps',
    moves: [{ id: anyId({ dice, history }), x: dice.roll(2000) / 3, y: dice.roll(2000) / 3 }],
  }),
  (source) => ({ kind: 'delete_steps', ids: someIds(source) }),
  (source) => ({ kind: 'rename_step', stepId: anyId(source), name: pick(source.dice, NAMES) }),
  setConfig,
  setConfig,
  (source) => ({
    kind: 'set_disabled',
    ids: someIds(source),
    disabled: source.dice.roll(2) === 0,
  }),
  (source) => ({
    kind: 'set_compensation',
    stepId: anyId(source),
    compensateWith: source.dice.roll(4) === 0 ? null : anyId(source),
  }),
  (source) => ({
    kind: 'connect',
    ...anyPort(source),
    to: anyId(source),
    mode: source.dice.roll(3) === 0 ? 'add' : 'replace',
  }),
  (source) => ({ kind: 'disconnect', ...anyEdge(source) }),
  (source) => ({ kind: 'splice_step', stepId: anyId(source), edge: anyEdge(source) }),
  ({ dice }) => ({
    kind: 'set_trigger',
    trigger: {
      kind: pick(dice, ['webhook', 'manual', 'schedule'] as const),
      config: { eventId: pick(dice, NAMES) },
    },
  }),
  ({ dice }) => ({ kind: 'set_settings', settings: { maxSteps: dice.roll(2000) } }),
  ({ dice }) => ({ kind: 'rename_automation', name: pick(dice, NAMES) }),
  ({ dice }) => ({ kind: 'set_description', description: pick(dice, NAMES) }),
  ({ dice, history }) => ({
    kind: 'add_note',
    note: { id: mintNoteId(history.document), text: pick(dice, NAMES), x: dice.roll(99) / 7, y: 0 },
  }),
  (source) => ({ kind: 'move_note', id: anyNote(source), x: source.dice.roll(500), y: 1.5 }),
  (source) => ({ kind: 'edit_note', id: anyNote(source), text: pick(source.dice, NAMES) }),
  (source) => ({ kind: 'delete_notes', ids: [anyNote(source)] }),
  () => ({ kind: 'tidy_up' }),
  paste,
  replaceDocument,
];

function addStep(source: Source): Change {
  const { dice, history } = source;
  const kind = pick(dice, KINDS);
  const name = pick(dice, NAMES);
  // Now and then somebody asks for an id that is taken.
  const id = dice.roll(8) === 0 ? anyUsed(source) : mintStepId(name, history.usedIds);
  const step: DocumentStep = { id, kind, name, config: configOf(dice, kind) };
  const place = { x: dice.roll(900), y: dice.roll(900) };
  return { kind: 'add_step', step, at: anyGap(source), ...(dice.roll(3) === 0 ? { place } : {}) };
}

function anyGap(source: Source): InsertAt {
  const { dice } = source;
  if (dice.roll(3) === 0) return { kind: 'port', ...anyPort(source) };
  return dice.roll(6) === 0 ? { kind: 'free' } : { kind: 'edge', ...anyEdge(source) };
}

function setConfig(source: Source): Change {
  const { dice } = source;
  const stepId = anyId(source);
  const path = pick(dice, [
    [],
    ['text'],
    ['arms', '0'],
    ['arms', '2'],
    ['ports', '1'],
    ['port', 'x'],
    ['__proto__'],
  ]);
  if (path.length === 0) {
    return { kind: 'set_config', stepId, path, value: configOf(dice, pick(dice, KINDS)) };
  }
  return dice.roll(3) === 0
    ? { kind: 'set_config', stepId, path }
    : { kind: 'set_config', stepId, path, value: pick(dice, ['left', 'arm_7', 'nul \u0000', 4]) };
}

function configOf(dice: Dice, kind: string): DocumentStep['config'] {
  const deadline = { after: 'PT1H', then: { kind: 'stop' } };
  switch (kind) {
    case 'pass':
      return { ports: pick(dice, [['next'], ['left', 'right'], ['left', 'right', 'arm_0']]) };
    case 'signal':
    case 'approval':
      return dice.roll(4) === 0 ? {} : { deadline };
    case 'parallel':
      return dice.roll(4) === 0 ? {} : { arms: ['arm_0', 'arm_1'] };
    default:
      return {};
  }
}

function paste(source: Source): Change {
  const { dice, history } = source;
  const first = dice.roll(8) === 0 ? anyUsed(source) : mintStepId('Pasted', history.usedIds);
  const second = mintStepId('Pasted', new Set([...history.usedIds, first]));
  const step = (id: string): DocumentStep => ({ id, kind: 'work', name: 'Pasted', config: {} });
  return {
    kind: 'paste',
    steps: [step(first), { ...step(second), compensateWith: first }],
    edges: [{ from: first, to: second }],
    notes: [],
    places: [{ id: first, x: 10, y: 20 }],
  };
}

/** Back to some earlier state, as restoring a version does. */
function replaceDocument({ dice, history }: Source): Change {
  const earlier = history.past[dice.roll(history.past.length + 1)]?.before ?? history.document;
  return { kind: 'replace_document', document: earlier, because: 'restore' };
}

function pick<Item>(dice: Dice, items: readonly Item[]): Item {
  const item = items[dice.roll(items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from.');
  return item;
}

function anyUsed({ dice, history }: Source): string {
  return pick(dice, ['trigger', ...history.usedIds]);
}

function anyId(source: Source): string {
  const ids = source.history.document.steps.map(({ id }) => id);
  if (ids.length === 0 || source.dice.roll(10) === 0) return anyUsed(source);
  return pick(source.dice, ids);
}

function anyPort(source: Source): { from: string; port: string } {
  const { dice, history } = source;
  if (dice.roll(6) === 0) return { from: 'trigger', port: 'next' };
  const from = anyId(source);
  const step = history.document.steps.find(({ id }) => id === from);
  const ports = step === undefined ? [] : portsOf(step, testingCatalogue).map(({ id }) => id);
  return { from, port: pick(dice, ports.length === 0 || dice.roll(6) === 0 ? PORTS : ports) };
}

function someIds(source: Source): string[] {
  return Array.from({ length: 1 + source.dice.roll(3) }, () => anyId(source));
}

function anyEdge(source: Source): EdgeRef {
  const { edges } = source.history.document;
  const stale = { from: anyId(source), port: 'next', to: anyId(source) };
  return edges.length === 0 || source.dice.roll(10) === 0 ? stale : refOf(pick(source.dice, edges));
}

function anyNote({ dice, history }: Source): string {
  return pick(dice, ['note_9', ...(history.document.notes ?? []).map(({ id }) => id)]);
}
