/** The demo's story, told over the public interfaces: one function per thing that happens. */
import type { Json, Product } from './product.ts';
import { rest } from './product.ts';
import { until } from './until.ts';

export interface RunJson {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly outcome: string | null;
  readonly timers: readonly {
    id: string;
    stepId: string | null;
    purpose: string;
    firedAt: string | null;
  }[];
  readonly effects: readonly { key: string; status: string }[];
}

interface Items {
  readonly items: readonly Json[];
}

export const demoHook = async (product: Product): Promise<string> =>
  hookOf(product, 'Demo follow-up');

/** The path that starts runs of the automation of this name. */
export async function hookOf(product: Reachable, automation: string): Promise<string> {
  const { items } = await rest<{ items: { name: string; hookUrl?: string }[] }>(
    product,
    'GET',
    '/api/v1/automations',
  );
  const url = items.find(({ name }) => name === automation)?.hookUrl;
  if (url === undefined) throw new Error(`${automation} has no hook`);
  return new URL(url).pathname;
}

/** What these stories need of a product: its address, and where its key lies. */
export type Reachable = Pick<Product, 'url' | 'dataDir'>;

export interface Delivered {
  readonly status: number;
  readonly body: { readonly runId: string; readonly duplicate: boolean };
}

export async function submitForm(
  product: Reachable,
  hook: string,
  eventId: string,
): Promise<Delivered> {
  const answer = await fetch(`${product.url}${hook}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      event_id: eventId,
      email: `${eventId}@lindner-studio.example`,
      name: 'Maya Lindner',
      timezone: 'Europe/Berlin',
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Delivered['body'] };
}

export const readRun = async (product: Reachable, runId: string): Promise<RunJson> =>
  rest<RunJson>(product, 'GET', `/api/v1/runs/${runId}`);

export async function untilStatus(
  product: Reachable,
  runId: string,
  status: string,
): Promise<RunJson> {
  let last = '';
  return until(
    `run ${runId} becomes ${status}`,
    async () => {
      const run = await readRun(product, runId);
      last = run.status;
      return run.status === status ? run : null;
    },
    45_000,
  ).catch((cause: unknown) => {
    throw new Error(`Run ${runId} is "${last}", not "${status}"`, { cause });
  });
}

export async function skipWait(product: Product, run: RunJson): Promise<void> {
  const timer = run.timers.find(({ purpose, firedAt }) => purpose === 'wait' && firedAt === null);
  if (timer === undefined) throw new Error('There is no wait to skip');
  await rest(product, 'POST', `/api/v1/runs/${run.id}/timers/${timer.id}/fire`);
}

const sandbox = async (product: Product, what: string): Promise<readonly Json[]> =>
  (await rest<Items>(product, 'GET', `/sandbox/api/${what}`)).items;

interface SlackMessage {
  readonly ts: string;
  readonly actions: readonly { readonly actionId: string }[];
  readonly metadata?: unknown;
}

/** Sam presses the first button of the run's message, which is "approve". */
export async function approveInSlack(product: Product, runId: string): Promise<void> {
  const message = await until('the approval stands in Slack with buttons', async () =>
    ((await sandbox(product, 'slack')) as unknown as SlackMessage[]).find(
      (candidate) => candidate.actions.length > 0 && JSON.stringify(candidate).includes(runId),
    ),
  );
  const approve = message.actions.find(({ actionId }) => actionId.includes('approve'));
  if (approve === undefined) throw new Error('The message has no approve button');
  await rest(product, 'POST', `/sandbox/api/slack/${message.ts}/actions`, {
    actionId: approve.actionId,
    user: 'sam@example.com',
  });
}

interface Mail {
  readonly id: string;
  readonly to: readonly string[] | string;
  readonly messageId: string;
}

export const mailTo = async (product: Product, address: string): Promise<readonly Mail[]> =>
  ((await sandbox(product, 'mail')) as unknown as Mail[]).filter(({ to }) =>
    JSON.stringify(to).includes(address),
  );

export async function replyTo(product: Product, address: string): Promise<void> {
  const [mail] = await mailTo(product, address);
  if (mail === undefined) throw new Error('There is no mail to answer');
  await rest(product, 'POST', `/sandbox/api/mail/${mail.id}/reply`, {
    text: 'Thursday works for me.',
  });
}

/** Every invariant's count; a healthy engine answers with zeros only. */
export async function brokenInvariants(product: Product): Promise<readonly string[]> {
  const { invariants } = await rest<{ invariants: Record<string, number> }>(
    product,
    'GET',
    '/api/v1/engine/health',
  );
  return Object.entries(invariants)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name}: ${count}`);
}
