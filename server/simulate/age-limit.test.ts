import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import {
  documentOf,
  end,
  reply,
  wait,
  type TestEdge,
  type TestStep,
} from '#server/testing/documents.ts';
import { autoplay } from './autoplay.ts';
import { choose } from './choose.ts';
import { clockWords } from './clock-words.ts';
import { simulationChoices } from './offered-choices.ts';
import { perform } from './perform.ts';
import type { Simulation } from './simulation.ts';
import { startSimulation } from './start-simulation.ts';

const NOON = Date.parse('2026-10-23T12:00:00.000Z');

const begin = (maxAgeDays: number, steps: readonly TestStep[], port = 'next'): Simulation => {
  const [first, last] = steps.map(({ id }) => id);
  const edges: TestEdge[] = [
    ['trigger', first ?? ''],
    [first ?? '', last ?? '', port],
  ];
  return startSimulation({
    document: documentSchema.parse(documentOf(steps, edges, { maxAgeDays })),
    contact: null,
    payload: { key: 'k1' },
    now: NOON,
    zone: 'UTC',
  });
};

const labels = (simulation: Simulation): string[] =>
  simulationChoices(simulation).map(({ label }) => label);

const ofKind = (simulation: Simulation, kind: string) => {
  const found = simulationChoices(simulation).find(({ choice }) => choice.kind === kind);
  if (found === undefined) throw new Error(`${kind} is not offered`);
  return found.choice;
};

describe('a simulated run and its age limit', () => {
  const outlasting = () => begin(2, [wait('long', 'P5D'), end()]);

  it('offers the limit in place of a wait that outlasts it, and stops the run there', () => {
    const simulation = outlasting();
    expect(labels(simulation)).toEqual([
      'Somebody skips the wait',
      'The run gets too old at Sun 25 Oct 12:00',
      'Somebody cancels the run',
    ]);
    const aged = choose(simulation, ofKind(simulation, 'get_too_old'));
    expect(clockWords(aged)).toBe('Sun 25 Oct 12:00');
    expect(aged.state).toMatchObject({ status: 'stopped', outcome: 'age_budget' });
    expect(aged.log.map(({ transition }) => transition.type)).toContain('run.budget_reached');
    expect(simulationChoices(aged)).toEqual([]);
  });

  it('is no matter while something else comes first', () => {
    const simulation = begin(10, [wait('long', 'P5D'), end()]);
    expect(labels(simulation).join()).not.toContain('too old');
    expect(choose(simulation, { kind: 'get_too_old' })).toBe(simulation);
  });

  it('a deadline after the limit does not pass, whoever asks for it', () => {
    const simulation = begin(2, [reply('answer'), end()], 'received');
    expect(labels(simulation).join()).not.toContain('Nothing comes');
    const [timer] = simulation.timers.values();
    const passed = perform(simulation, { kind: 'let_time_pass', timerId: timer?.timerId ?? '' });
    expect(passed.events).toEqual([]);
  });

  it('is where a play to the end arrives when nothing else is left', () => {
    expect(autoplay(outlasting(), 'silent').state.status).toBe('stopped');
  });
});
