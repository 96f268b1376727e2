/** Automations by chance, of the real step kinds and within the sandbox: the same seed, the same one. */
import { ask, documentOf, end, mail, post, reply, wait } from './documents.ts';
import type { TestEdge, TestStep } from './documents.ts';
import type { TestSandbox } from './test-sandbox.ts';

export interface Chance {
  /** A whole number from 0 to `sides - 1`. */
  roll(sides: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** mulberry32: small, fast, and the same everywhere. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  return { roll, pick: (items) => items[roll(items.length)] ?? items[0] };
};

const draft = (id: string): TestStep => ({
  id,
  kind: 'ai_generate',
  config: { connection: 'model', prompt: 'Write', maxCost: 0.05 },
});

const task = (id: string): TestStep => ({
  id,
  kind: 'crm_upsert',
  config: { connection: 'crm', object: 'Task', fields: { Subject: id } },
});

const message = (id: string): TestStep => ({
  id,
  kind: 'slack_message',
  config: { connection: 'slack', channel: '#sales', text: id },
});

const effect = (id: string, box: TestSandbox, chance: Chance): TestStep =>
  chance.pick([(at: string) => post(at, box), mail, draft, task, message])(id);

const MAIN_PORT: Readonly<Record<string, string>> = {
  wait_signal: 'received',
  approval: 'approved',
  send_email: 'sent',
};

interface Growing {
  readonly steps: TestStep[];
  readonly edges: TestEdge[];
  /** Where the next block hangs on. */
  last: readonly [from: string, port: string | undefined];
}

const append = (growing: Growing, step: TestStep): void => {
  const [from, port] = growing.last;
  growing.steps.push(step);
  growing.edges.push(port === undefined ? [from, step.id] : [from, step.id, port]);
  growing.last = [step.id, MAIN_PORT[step.kind]];
};

const ARMS = ['left', 'right', 'middle'] as const;

const appendFork = (growing: Growing, id: string, box: TestSandbox, chance: Chance): void => {
  const arms = ARMS.slice(0, 2 + chance.roll(2));
  const config = { arms: arms.map((port) => ({ port, name: port })) };
  append(growing, { id, kind: 'parallel', config });
  const mode = chance.pick(['all', 'any', 'count'] as const);
  const leftover = chance.pick(['cancel', 'let_run'] as const);
  const join = { mode, leftover, ...(mode === 'count' ? { count: 2 } : {}) };
  growing.steps.push({ id: `${id}_join`, kind: 'join', config: join });
  for (const arm of arms) {
    growing.last = [id, arm];
    append(growing, effect(`${id}_${arm}`, box, chance));
    if (chance.roll(3) === 0) append(growing, wait(`${id}_${arm}_wait`, 'PT1S'));
    const [from, port] = growing.last;
    growing.edges.push(port === undefined ? [from, `${id}_join`] : [from, `${id}_join`, port]);
  }
  growing.last = [`${id}_join`, undefined];
};

/** Three to six blocks in a row, each an effect, a wait, a question or a fork of effects. */
export const randomAutomation = (box: TestSandbox, chance: Chance): unknown => {
  const growing: Growing = { steps: [], edges: [], last: ['trigger', undefined] };
  const blocks = 3 + chance.roll(4);
  for (let index = 0; index < blocks; index += 1) {
    const id = `s${index}`;
    const kind = chance.roll(8);
    if (kind < 4) append(growing, effect(id, box, chance));
    else if (kind === 4) append(growing, wait(id, 'PT1S'));
    else if (kind === 5) append(growing, reply(id, `{{ trigger.key }}-${id}`));
    else if (kind === 6) append(growing, ask(id, chance.pick(['inbox', 'slack'] as const)));
    else appendFork(growing, id, box, chance);
  }
  append(growing, end());
  return documentOf(growing.steps, growing.edges);
};
