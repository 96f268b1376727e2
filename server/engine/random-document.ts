import type { AutomationDocument } from './document.ts';
import { testDocument } from './testing-run.ts';

/**
 * Random but valid automations for the core's property tests: sequences, branches, loops with a
 * wait, nested parallels, waits, approvals and work, put together so that scopes nest.
 */
export interface Dice {
  /** A whole number in [0, below). */
  readonly roll: (below: number) => number;
}

type StepSpec = [id: string, kind: string, config?: object, more?: object];
type EdgeSpec = [from: string, to: string, port?: string];
/** An open end: where the next step is to be connected. */
type Loose = readonly [from: string, port: string];

interface Sketch {
  readonly dice: Dice;
  readonly steps: StepSpec[];
  readonly edges: EdgeSpec[];
}

export function randomDocument(dice: Dice): AutomationDocument {
  const sketch: Sketch = { dice, steps: [], edges: [] };
  sequence(sketch, [['trigger', 'next']], 2);
  const maxSteps = dice.roll(8) === 0 ? 1 + dice.roll(12) : 60;
  const document = testDocument(sketch.steps, sketch.edges, {
    maxSteps,
    maxAgeDays: 1 + dice.roll(90),
  });
  return { ...document, steps: document.steps.map((step) => compensate(step, dice)) };
}

function compensate(step: AutomationDocument['steps'][number], dice: Dice) {
  return step.kind === 'work' && dice.roll(6) === 0 ? { ...step, compensateWith: step.id } : step;
}

function add(sketch: Sketch, kind: string, config: object, from: readonly Loose[]): string {
  const id = `s${sketch.steps.length}`;
  const disabled = sketch.dice.roll(25) === 0 && kind !== 'parallel' && kind !== 'join';
  sketch.steps.push([id, kind, config, disabled ? { disabled: true } : {}]);
  for (const [step, port] of from) sketch.edges.push([step, id, port]);
  return id;
}

function sequence(sketch: Sketch, from: readonly Loose[], depth: number): Loose[] {
  let loose = [...from];
  const length = 1 + sketch.dice.roll(4);
  for (let i = 0; i < length && loose.length > 0; i += 1) loose = block(sketch, loose, depth);
  return loose;
}

/** For a while, or until the contact's clock shows a time. */
function waitFor(dice: Dice): object {
  if (dice.roll(3) > 0) return { duration: `PT${1 + dice.roll(48)}H` };
  return { at: `${String(dice.roll(24)).padStart(2, '0')}:30` };
}

function block(sketch: Sketch, from: readonly Loose[], depth: number): Loose[] {
  const { dice } = sketch;
  const kind = dice.roll(depth > 0 ? 10 : 6);
  switch (kind) {
    case 0:
      return [[add(sketch, 'wait', waitFor(dice), from), 'next']];
    case 1:
      return signal(sketch, from);
    case 2:
      return approval(sketch, from);
    case 3:
    case 4:
      return worker(sketch, from);
    case 5:
      return dice.roll(3) === 0
        ? end(sketch, from)
        : [[add(sketch, dice.roll(12) === 0 ? 'broken' : 'pass', {}, from), 'next']];
    case 6:
      return branch(sketch, from, depth);
    case 7:
      return loop(sketch, from, depth);
    default:
      return parallel(sketch, from, depth);
  }
}

function end(sketch: Sketch, from: readonly Loose[]): Loose[] {
  add(sketch, 'end', { outcome: `end_${sketch.steps.length}` }, from);
  return [];
}

function worker(sketch: Sketch, from: readonly Loose[]): Loose[] {
  const { dice } = sketch;
  const lane = ['fast', 'io', 'slow', 'human'][dice.roll(4)];
  const id = add(sketch, 'work', { lane }, from);
  return dice.roll(3) === 0
    ? [
        [id, 'next'],
        [id, 'failed'],
      ]
    : [[id, 'next']];
}

function deadline(sketch: Sketch, port: string): object {
  const { dice } = sketch;
  const last = dice.roll(3) === 0 ? { kind: 'stop' } : { kind: 'port', port };
  const then =
    dice.roll(3) === 0
      ? { kind: 'escalate', to: ['kim@example.com'], after: 'PT2H', finally: last }
      : last;
  return { after: `PT${1 + dice.roll(72)}H`, then };
}

function signal(sketch: Sketch, from: readonly Loose[]): Loose[] {
  const id = add(sketch, 'signal', { deadline: deadline(sketch, 'timed_out') }, from);
  return someOf(sketch, [
    [id, 'received'],
    [id, 'timed_out'],
  ]);
}

function approval(sketch: Sketch, from: readonly Loose[]): Loose[] {
  const channel = sketch.dice.roll(2) === 0 ? 'slack' : 'inbox';
  const id = add(sketch, 'approval', { channel, deadline: deadline(sketch, 'expired') }, from);
  return someOf(sketch, [
    [id, 'approved'],
    [id, 'rejected'],
    [id, 'expired'],
  ]);
}

/** Some ports stay unconnected: the token ends there. */
function someOf(sketch: Sketch, loose: Loose[]): Loose[] {
  return loose.filter(() => sketch.dice.roll(4) > 0);
}

function branch(sketch: Sketch, from: readonly Loose[], depth: number): Loose[] {
  // Which way it goes is decided by what the random worker before it put out.
  const decide = add(sketch, 'work', { lane: 'fast' }, from);
  const ports = ['left', 'right'];
  const id = add(sketch, 'pass', { by: decide, ports, port: 'left' }, [[decide, 'next']]);
  return ports.flatMap((port) =>
    sketch.dice.roll(5) === 0 ? [[id, port] as const] : sequence(sketch, [[id, port]], depth - 1),
  );
}

function loop(sketch: Sketch, from: readonly Loose[], depth: number): Loose[] {
  const head = add(sketch, 'wait', { duration: 'PT1H' }, from);
  const body = sequence(sketch, [[head, 'next']], depth - 1);
  if (body.length === 0) return [];
  const decide = add(sketch, 'work', { lane: 'io' }, body);
  const id = add(sketch, 'pass', { by: decide, ports: ['left', 'right'], port: 'right' }, [
    [decide, 'next'],
  ]);
  sketch.edges.push([id, head, 'left']);
  return [[id, 'right']];
}

function parallel(sketch: Sketch, from: readonly Loose[], depth: number): Loose[] {
  const { dice } = sketch;
  const arms = Array.from({ length: 2 + dice.roll(3) }, (_, index) => `arm_${index}`);
  const id = add(sketch, 'parallel', { arms }, from);
  const loose = arms.flatMap((arm) =>
    dice.roll(6) === 0 ? [] : sequence(sketch, [[id, arm]], depth - 1),
  );
  if (loose.length === 0 || dice.roll(5) === 0) return [];
  const join = {
    mode: ['all', 'any', 'count'][dice.roll(3)],
    count: 1 + dice.roll(3),
    leftover: dice.roll(2) === 0 ? 'cancel' : 'let_run',
  };
  return [[add(sketch, 'join', join, loose), 'next']];
}
