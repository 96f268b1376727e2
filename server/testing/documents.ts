/** Small automations for tests. */
import type { TestSandbox } from './test-sandbox.ts';

export interface TestStep {
  readonly id: string;
  readonly kind: string;
  readonly config?: Readonly<Record<string, unknown>>;
  /** The step that undoes it. */
  readonly compensateWith?: string;
}

export type TestEdge = readonly [from: string, to: string, port?: string];

export interface TestSettings {
  readonly maxSteps?: number;
  readonly maxAgeDays?: number;
  readonly timezone?: string;
}

/** A document from steps and edges; without edges the steps follow one another. */
export const documentOf = (
  steps: readonly TestStep[],
  edges?: readonly TestEdge[],
  settings: TestSettings = {},
): unknown => ({
  format: 'holdfast/automation@1',
  name: 'Test',
  settings: { timezone: 'Europe/Berlin', ...settings },
  trigger: { kind: 'webhook', config: {} },
  steps: steps.map((step) => ({ name: step.id, config: {}, ...step })),
  edges: (edges ?? chain(steps)).map(([from, to, port]) => ({
    from,
    to,
    ...(port === undefined ? {} : { port }),
  })),
});

/** The main port of each kind, along which a chain goes on. */
const MAIN_PORT: Readonly<Record<string, string>> = {
  wait_signal: 'received',
  approval: 'approved',
  send_email: 'sent',
};

const chain = (steps: readonly TestStep[]): readonly TestEdge[] =>
  steps.map((step, index): TestEdge => {
    const before = steps[index - 1];
    if (before === undefined) return ['trigger', step.id];
    const port = MAIN_PORT[before.kind];
    return port === undefined ? [before.id, step.id] : [before.id, step.id, port];
  });

export const wait = (id: string, duration: string): TestStep => ({
  id,
  kind: 'wait_for',
  config: { duration },
});

export const end = (id = 'end', outcome = 'done'): TestStep => ({
  id,
  kind: 'end',
  config: { outcome },
});

/** A call to the sandbox's echo service, which keeps each idempotency key once. */
export const post = (id: string, box: Pick<TestSandbox, 'sandbox'>, body = '{}'): TestStep => ({
  id,
  kind: 'http_request',
  config: {
    connection: 'web',
    url: `${box.sandbox.httpUrl}/http/orders`,
    method: 'POST',
    body,
    honoursKey: true,
  },
});

export const mail = (id: string): TestStep => ({
  id,
  kind: 'send_email',
  config: {
    connection: 'mailbox',
    subject: 'Hello',
    body: 'Hello {{ contact.email }}',
    purpose: 'transactional',
  },
});

export const reply = (id: string, correlation = '{{ trigger.key }}'): TestStep => ({
  id,
  kind: 'wait_signal',
  config: {
    signal: 'email.reply',
    correlation,
    deadline: { after: 'P3D', then: 'port:timed_out' },
  },
});

export const ask = (id: string, channel: 'inbox' | 'slack' = 'inbox'): TestStep => ({
  id,
  kind: 'approval',
  config: {
    content: 'Draft {{ trigger.key }}',
    assignees: ['sam@example.com'],
    channel,
    deadline: { after: 'PT24H', then: 'port:expired' },
  },
});
