import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { NEXT } from '../fields.ts';

const config = z
  .strictObject({
    mode: z.enum(['all', 'any', 'count']).default('all'),
    /** With mode "count": how many arms must arrive. */
    count: z.int().min(1).max(50).optional(),
    /** What becomes of arms that are still on their way once the join goes on. */
    leftover: z.enum(['cancel', 'let_run']).default('cancel'),
  })
  .refine(({ mode, count }) => mode !== 'count' || count !== undefined, {
    path: ['count'],
    message: 'Say how many arms must arrive',
  });

type JoinConfig = z.output<typeof config>;

function describe({ mode, count, leftover }: JoinConfig): string {
  if (mode === 'all') return 'Wait until every arm has arrived';
  const rest = leftover === 'cancel' ? 'cancel the rest' : 'let the rest run';
  return mode === 'any'
    ? `Go on with the first arm to arrive; ${rest}`
    : `Go on once ${count ?? 1} ${count === 1 ? 'arm has' : 'arms have'} arrived; ${rest}`;
}

export const join: StepDefinition<JoinConfig> = {
  kind: 'join',
  title: 'Bring together',
  group: 'decide',
  icon: 'merge',
  config,
  lane: null,
  canFail: false,
  waits: false,
  ports: () => [NEXT],
  sentence: describe,
  templates: () => [],
  outputFields: [],
  enter: ({ mode, count, leftover }) => ({ kind: 'join', mode, count: count ?? 1, leftover }),
};
