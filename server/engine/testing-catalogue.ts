import { z } from 'zod';
import type {
  Catalogue,
  DeadlineRequest,
  EnterContext,
  StepDefinition,
  TimerRequest,
} from './definition.ts';
import { isoOf } from './iso.ts';
import { weekdaySchema } from './timer-rule.ts';

/**
 * A handful of step kinds for the core's own tests, one per way a step can begin. The product's
 * kinds live elsewhere; the core must work with any.
 */
type Ending = { kind: 'port'; port: string } | { kind: 'stop' };

const ending = z.union([
  z.strictObject({ kind: z.literal('port'), port: z.string() }),
  z.strictObject({ kind: z.literal('stop') }),
]);
const deadline = z.strictObject({
  after: z.string(),
  then: z.union([
    ending,
    z.strictObject({
      kind: z.literal('escalate'),
      to: z.array(z.string()),
      after: z.string(),
      finally: ending,
    }),
  ]),
});

function after(duration: string, { now }: EnterContext): DeadlineRequest {
  const then: Ending = { kind: 'stop' };
  const rule = { kind: 'after' as const, duration, from: isoOf(now) };
  return { rule, zone: 'UTC', spreadSeconds: 0, then };
}

/** The next time that the contact's clock shows this, wherever they are by then. */
function onClock(at: string, { now, contactZone }: EnterContext): TimerRequest {
  const days = [...weekdaySchema.options];
  const rule = {
    kind: 'wall_clock' as const,
    at,
    days,
    from: isoOf(now),
    clock: 'contact' as const,
  };
  return { rule, zone: contactZone, spreadSeconds: 0 };
}

function define<Config>(
  definition: Pick<StepDefinition<Config>, 'kind' | 'config' | 'enter'> &
    Partial<StepDefinition<Config>>,
): StepDefinition {
  return {
    title: definition.kind,
    group: 'data',
    icon: 'dot',
    lane: null,
    canFail: false,
    waits: false,
    ports: () => [{ id: 'next', label: 'Next' }],
    sentence: () => definition.kind,
    templates: () => [],
    outputFields: null,
    ...definition,
  } as unknown as StepDefinition;
}

const ports = (...ids: string[]) => ids.map((id) => ({ id, label: id }));

const work = define({
  kind: 'work',
  config: z.strictObject({
    lane: z.enum(['fast', 'io', 'slow', 'human']).default('io'),
    text: z.string().default(''),
  }),
  lane: 'io',
  canFail: true,
  outputFields: ['text', 'count'],
  templates: ({ text }) => [{ field: 'text', template: text }],
  enter: ({ lane }) => ({ kind: 'work', lane }),
});

/** Leaves by the port that the output of `by` names, else by its own `port`. */
const pass = define({
  kind: 'pass',
  config: z.strictObject({
    port: z.string().default('next'),
    by: z.string().optional(),
    ports: z.array(z.string()).default(['next']),
    output: z.unknown().optional(),
  }),
  ports: (config) => ports(...config.ports),
  enter: ({ port, by, output }, { data }) => {
    const seen = by === undefined ? undefined : data.steps.get(by)?.output;
    const chosen = typeof seen === 'string' ? seen : port;
    return { kind: 'pass', port: chosen, ...(output === undefined ? {} : { output }) };
  },
});

const wait = define({
  kind: 'wait',
  config: z.strictObject({
    duration: z.string().default('PT1H'),
    /** Instead: the next time that the contact's clock shows this. */
    at: z.string().optional(),
  }),
  waits: true,
  enter: ({ duration, at }, context) => ({
    kind: 'wait_timer',
    timer: at === undefined ? after(duration, context) : onClock(at, context),
  }),
});

const signal = define({
  kind: 'signal',
  config: z.strictObject({ deadline, key: z.string().default('key') }),
  waits: true,
  ports: () => ports('received', 'timed_out'),
  enter: (config, context) => ({
    kind: 'wait_signal',
    signal: 'reply',
    correlationKey: config.key,
    deadline: { ...after(config.deadline.after, context), then: config.deadline.then },
  }),
});

const approval = define({
  kind: 'approval',
  config: z.strictObject({ deadline, channel: z.enum(['slack', 'inbox']).default('inbox') }),
  waits: true,
  canFail: true,
  lane: 'io',
  ports: () => ports('approved', 'rejected', 'expired'),
  enter: (config, context) => ({
    kind: 'approval',
    content: 'Dear Maya',
    assignees: ['sam@example.com'],
    channel: config.channel,
    target: null,
    deadline: { ...after(config.deadline.after, context), then: config.deadline.then },
  }),
});

const parallel = define({
  kind: 'parallel',
  config: z.strictObject({ arms: z.array(z.string()) }),
  ports: ({ arms }) => ports(...arms),
  enter: ({ arms }) => ({ kind: 'fork', ports: arms }),
});

const join = define({
  kind: 'join',
  config: z.strictObject({
    mode: z.enum(['all', 'any', 'count']).default('all'),
    count: z.int().default(1),
    leftover: z.enum(['cancel', 'let_run']).default('cancel'),
  }),
  enter: (config) => ({ kind: 'join', ...config }),
});

const end = define({
  kind: 'end',
  config: z.strictObject({ outcome: z.string().default('finished') }),
  ports: () => [],
  enter: ({ outcome }) => ({ kind: 'end', outcome }),
});

const broken = define({
  kind: 'broken',
  config: z.strictObject({ throws: z.boolean().default(false) }),
  canFail: true,
  enter: ({ throws }) => {
    if (throws) throw new Error('A bug in a definition.');
    return { kind: 'fail', error: { code: 'unknown_variable', message: 'No such value.' } };
  },
});

export const testingCatalogue: Catalogue = new Map(
  [work, pass, wait, signal, approval, parallel, join, end, broken].map((definition) => [
    definition.kind,
    definition,
  ]),
);
