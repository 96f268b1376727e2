import { describe, expect, it } from 'vitest';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { checkDocument } from '../check-document.ts';
import type { AutomationDocument } from '../document.ts';
import { randomDocument, type Dice } from '../random-document.ts';
import { testingCatalogue } from '../testing-catalogue.ts';
import { testDocument } from '../testing-run.ts';
import { createHistory, recordChange } from './history.ts';
import { randomChange } from './random-change.ts';
import { stepsUpstreamOf } from './steps-upstream-of.ts';
import { edit } from './testing-edit.ts';
import { variablesAt, variablesKey } from './variables-at.ts';

const samplePayload = {
  email: 'maya@example.com',
  'first name': 'Maya',
  items: [{ sku: 'a', tags: [] }],
};
function diceOf(seed: number): Dice {
  let state = seed;
  return {
    roll: (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    },
  };
}

const at = (document: AutomationDocument, stepId: string) =>
  variablesAt({
    document,
    stepId,
    catalogue: testingCatalogue,
    contactFields: ['email', 'favourite colour'],
    samplePayload,
  });

/** What the publish checks say about a step whose text uses the variable. */
function problemsWith(document: AutomationDocument, stepId: string, path: string): string[] {
  const steps = document.steps.map((step) =>
    step.id === stepId ? { ...step, config: { ...step.config, text: `{{ ${path} }}` } } : step,
  );
  return checkDocument({ ...document, steps }, testingCatalogue, analyseTemplate)
    .filter((problem) => problem.stepId === stepId && problem.field === 'text')
    .map(({ code }) => code);
}

describe('what a field may refer to', () => {
  const fork = testDocument(
    [
      ['first', 'work'],
      ['ask', 'pass', { ports: ['left', 'right'] }],
      ['l', 'work'],
      ['here', 'work'],
      ['later', 'work'],
      ['undo', 'work'],
    ],
    [
      ['first', 'ask'],
      ['ask', 'l', 'left'],
      ['ask', 'here', 'right'],
      ['l', 'here'],
      ['here', 'later'],
    ],
  );

  it('is the contact, the payload, what steps before it put out, and the run', () => {
    expect(at(fork, 'here').map(({ path, certain }) => `${path}${certain ? '' : '?'}`)).toEqual([
      'contact.email?',
      'contact["favourite colour"]?',
      'trigger.email',
      'trigger["first name"]',
      'trigger.items[0].sku',
      'trigger.items[0].tags',
      'steps.first.output.text',
      'steps.first.output.count',
      'steps.ask.output',
      'steps.l.output.text?',
      'steps.l.output.count?',
      'run.id',
      'run.startedAt',
      'run.isTest',
    ]);
  });

  it('of a disabled step is not certain, and of a compensating step is what its step had', () => {
    const document = {
      ...fork,
      steps: fork.steps.map((step) => {
        if (step.id === 'first') return { ...step, disabled: true };
        return step.id === 'here' ? { ...step, compensateWith: 'undo' } : step;
      }),
    };
    expect(stepsUpstreamOf(document, 'undo', testingCatalogue)).toEqual([
      { stepId: 'first', certain: false },
      { stepId: 'ask', certain: true },
      { stepId: 'l', certain: false },
      { stepId: 'here', certain: true },
    ]);
  });

  it('is the same as long as the key is the same, whatever is typed', () => {
    const typed = (path: string, value: unknown): AutomationDocument =>
      edit(fork, { kind: 'set_config', stepId: 'first', path: [path], value });
    expect(variablesKey(typed('text', 'Hello'))).toBe(variablesKey(fork));
    let kept = 0;
    for (let seed = 1; seed <= 30; seed += 1) {
      const dice = diceOf(seed);
      let history = createHistory(randomDocument(dice), []);
      for (let count = 0; count < 30; count += 1) {
        const before = history.document;
        const recorded = recordChange(history, randomChange(dice, history), testingCatalogue);
        if (!recorded.ok) continue;
        history = recorded.history;
        const { document } = history;
        const id = document.steps.at(-1)?.id;
        if (document === before || id === undefined) continue;
        if (variablesKey(document) !== variablesKey(before)) continue;
        kept += 1;
        expect(at(document, id)).toEqual(at(before, id));
      }
    }
    expect(kept).toBeGreaterThan(100);
  });

  it('is never refused at publishing, and certain only where nothing is warned of', () => {
    let offered = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const document = randomDocument(diceOf(seed));
      const step = document.steps.filter(({ kind }) => kind === 'work').at(-1);
      if (step === undefined) continue;
      for (const { path, from, certain } of at(document, step.id).slice(0, 40)) {
        offered += 1;
        const disabled = document.steps.some(({ id, disabled: off }) => id === from && off);
        const said = problemsWith(document, step.id, path);
        const isStepOutput = path.startsWith('steps.');
        const expected = isStepOutput && !certain && !disabled ? ['maybe_missing'] : [];
        expect(
          said.filter((code) => !disabled || code !== 'maybe_missing'),
          path,
        ).toEqual(expected);
      }
    }
    expect(offered).toBeGreaterThan(200);
  });
});
