/**
 * A step that does nothing, in the `fast` lane: claimed, run, fenced and settled like every other,
 * so that a bench measures the engine and not what a step happens to do.
 */
import { z } from 'zod';
import type { Catalogue } from '#server/engine/definition.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { defineStep } from '#server/steps/define-step.ts';
import type { Executor } from '#server/steps/executor.ts';

export const NO_OP = 'bench_no_op';

const definition = defineStep({
  kind: NO_OP,
  title: 'Do nothing',
  group: 'data',
  icon: 'circle',
  config: z.strictObject({}),
  lane: 'fast',
  canFail: false,
  waits: false,
  ports: () => [{ id: 'next', label: 'Next' }],
  sentence: () => 'Do nothing',
  templates: () => [],
  outputFields: [],
  enter: () => ({ kind: 'work', lane: 'fast' }),
});

export const benchCatalogue: Catalogue = new Map([...stepCatalogue, [NO_OP, definition]]);

export const noOpExecutor: Executor = {
  kind: 'compute',
  run: () => ({ kind: 'leave', port: 'next', output: { ok: true } }),
};
