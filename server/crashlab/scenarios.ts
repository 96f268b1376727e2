import { demoDocument } from '#server/runtime/demo-document.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import {
  ask,
  documentOf,
  end,
  mail,
  post,
  reply,
  wait,
  type TestStep,
} from '#server/testing/documents.ts';
import type { LabScenario } from './scenario.ts';

const crm = (id: string): TestStep => ({
  id,
  kind: 'crm_upsert',
  config: { connection: 'crm', object: 'Task', fields: { a: 'b' } },
});

const twoArms: TestStep = {
  id: 'both',
  kind: 'parallel',
  config: {
    arms: [
      { port: 'left', name: 'Left' },
      { port: 'right', name: 'Right' },
    ],
  },
};

const again: TestStep = {
  id: 'more',
  kind: 'branch',
  config: {
    cases: [
      {
        port: 'again',
        name: 'Again',
        when: { left: 'steps.answer.output.text', operator: 'equals', right: 'again' },
      },
    ],
  },
};

export const SCENARIOS: readonly LabScenario[] = [
  {
    name: 'demo',
    document: demoDocument,
    ends: 'done',
    outcome: 'Replied',
    replies: ['Yes, gladly.'],
    effects: [
      { outside: 'model', key: 'draft_email' },
      { outside: 'slack', key: 'approve' },
      { outside: 'mail', key: 'send_email' },
      { outside: 'crm', key: 'crm_task' },
      { outside: 'slack', key: 'tell_sam' },
    ],
  },
  {
    name: 'parallel and join',
    document: (lane) =>
      documentOf(
        [
          twoArms,
          post('left', lane),
          wait('pause', 'PT1H'),
          crm('right'),
          { id: 'meet', kind: 'join' },
          end(),
        ],
        [
          ['trigger', 'both'],
          ['both', 'left', 'left'],
          ['both', 'pause', 'right'],
          ['pause', 'right'],
          ['left', 'meet'],
          ['right', 'meet'],
          ['meet', 'end'],
        ],
      ),
    ends: 'done',
    outcome: 'done',
    effects: [
      { outside: 'http', key: 'left' },
      { outside: 'crm', key: 'right' },
    ],
  },
  {
    name: 'loop with an email',
    document: () =>
      documentOf(
        [mail('hello'), reply('answer'), again, end()],
        [
          ['trigger', 'hello'],
          ['hello', 'answer', 'sent'],
          ['answer', 'more', 'received'],
          ['more', 'hello', 'again'],
          ['more', 'end', 'else'],
        ],
      ),
    ends: 'done',
    outcome: 'done',
    replies: ['again', 'enough'],
    effects: [
      { outside: 'mail', key: 'hello' },
      { outside: 'mail', key: 'hello/2' },
    ],
  },
  {
    name: 'retry after 429',
    document: (lane) => documentOf([post('order', lane), crm('task'), end()]),
    prepare: async (lane) => {
      await setFault(lane.outside, 'http', {
        mode: 'rate_limited',
        retryAfterSeconds: 30,
        times: 1,
      });
    },
    ends: 'done',
    outcome: 'done',
    effects: [
      { outside: 'http', key: 'order' },
      { outside: 'crm', key: 'task' },
    ],
  },
  {
    name: 'approval past its deadline',
    document: (lane) =>
      documentOf(
        [ask('approve', 'slack'), post('late', lane), end('no'), end('end')],
        [
          ['trigger', 'approve'],
          ['approve', 'no', 'approved'],
          ['approve', 'late', 'expired'],
          ['late', 'end'],
        ],
      ),
    nobodyDecides: true,
    ends: 'done',
    outcome: 'done',
    effects: [
      { outside: 'slack', key: 'approve' },
      { outside: 'http', key: 'late' },
    ],
  },
  {
    name: 'stop during an email',
    document: (lane) => documentOf([mail('hello'), post('never', lane), end()]),
    prepare: async (lane) => {
      await setFault(lane.outside, 'smtp', { mode: 'slow', seconds: 0.2 });
    },
    stopDuringCall: true,
    ends: 'cancelled',
    outcome: 'cancelled',
    effects: [{ outside: 'mail', key: 'hello' }],
  },
  {
    name: 'key, reconcile, neither',
    document: (lane) => documentOf([post('key', lane), crm('reconcile'), mail('neither'), end()]),
    ends: 'done',
    outcome: 'done',
    effects: [
      { outside: 'http', key: 'key' },
      { outside: 'crm', key: 'reconcile' },
      { outside: 'mail', key: 'neither' },
    ],
  },
  {
    name: 'migration batch',
    document: (lane) =>
      documentOf([wait('pause', 'PT1H'), reply('answer'), post('one', lane), end()]),
    migration: {
      next: (lane) =>
        documentOf([
          wait('pause', 'PT1H'),
          reply('replied'),
          post('one', lane),
          crm('task'),
          end('end', 'moved'),
        ]),
      mapping: [
        { from: 'pause', to: 'pause' },
        { from: 'answer', to: 'replied' },
        { from: 'one', to: 'one' },
        { from: 'end', to: 'end' },
      ],
      until: 'migration',
    },
    ends: 'done',
    outcome: 'moved',
    replies: ['yes'],
    effects: [
      { outside: 'http', key: 'one' },
      { outside: 'crm', key: 'task' },
    ],
  },
  {
    name: 'schedule',
    document: (lane) => documentOf([post('one', lane), end()]),
    bySchedule: true,
    ends: 'done',
    outcome: 'done',
    effects: [{ outside: 'http', key: 'one' }],
  },
  {
    name: 'queue and relay',
    document: (lane) => documentOf([wait('pause', 'PT1M'), post('one', lane), end()]),
    queue: true,
    ends: 'done',
    outcome: 'done',
    effects: [{ outside: 'http', key: 'one' }],
  },
];
