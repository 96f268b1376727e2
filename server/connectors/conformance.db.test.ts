import { beforeEach, describe, expect, it } from 'vitest';
import {
  NotAuthorisedError,
  OutcomeUnknownError,
  RetryableError,
  TerminalError,
} from '#server/platform/errors.ts';
import { SANDBOX_CREDENTIALS } from '#server/sandbox/credentials.ts';
import type { FaultRequest } from '#server/sandbox/faults/fault.ts';
import type { SandboxService } from '#server/sandbox/services.ts';
import { clearReceived } from '#server/sandbox/store/clear.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { createConnectors } from './catalogue.ts';
import type { Call, Connector, OpenConnection } from './connector.ts';
import { providerReplyOf } from './provider-reply.ts';
import { messageIdFor } from './smtp-message.ts';

/** One suite for every connector, over the wire, against services that count what they did. */

const db = testDatabase();
const box = testSandbox(db);

interface Subject {
  readonly kind: SandboxService;
  readonly request: unknown;
  readonly settings: () => Record<string, unknown>;
  readonly credentials: Record<string, unknown>;
  /** Counts the distinct effects that the service did. */
  readonly count: string;
  /** How an answer of 500 to a fresh call is to be taken. */
  readonly afterError: typeof RetryableError | typeof OutcomeUnknownError;
}

const SECRET = 'maya.secret@example.com';
const base = (path: string) => () => ({ baseUrl: `${box.sandbox.httpUrl}${path}` });

const SUBJECTS: readonly Subject[] = [
  {
    kind: 'smtp',
    request: {
      from: 'Sam <sam@example.com>',
      to: SECRET,
      subject: 'Hello',
      body: 'Dear Maya',
      format: 'text',
      replyTo: null,
      date: '2027-01-15T09:00:00.000Z',
    },
    settings: () => ({
      host: '127.0.0.1',
      port: box.sandbox.smtpPort,
      from: 'Sam <sam@example.com>',
      answerTimeoutSeconds: 20,
    }),
    credentials: { user: 'sam@example.com', password: SANDBOX_CREDENTIALS.smtpPassword },
    count: 'select count(*)::int as n from sandbox.messages',
    afterError: RetryableError,
  },
  {
    kind: 'http',
    request: {
      method: 'POST',
      url: '',
      headers: {},
      body: `{"email":"${SECRET}"}`,
      timeoutSeconds: 10,
      successCodes: null,
      honoursKey: true,
    },
    settings: base('/http'),
    credentials: { token: 'any' },
    count: 'select count(*)::int as n from sandbox.http_requests',
    afterError: RetryableError,
  },
  {
    kind: 'crm',
    request: { object: 'Task', fields: { Subject: 'Call', Email: SECRET } },
    settings: base('/crm'),
    credentials: { token: SANDBOX_CREDENTIALS.crmToken },
    count: 'select count(*)::int as n from sandbox.crm_records',
    afterError: RetryableError,
  },
  {
    kind: 'model',
    request: {
      system: null,
      prompt: `Write to ${SECRET}`,
      model: null,
      maxOutputTokens: 500,
      maxCostMicros: 50_000,
    },
    settings: () => ({
      ...base('/model/v1')(),
      pricePerMillionInput: 2,
      pricePerMillionOutput: 10,
    }),
    credentials: { apiKey: SANDBOX_CREDENTIALS.modelKey },
    count: 'select count(*)::int as n from sandbox.model_calls',
    afterError: RetryableError,
  },
  {
    kind: 'slack',
    request: { op: 'post', to: '#marketing', text: `About ${SECRET}`, blocks: null },
    settings: () => ({ apiUrl: `${box.sandbox.httpUrl}/slack/api/` }),
    credentials: { token: SANDBOX_CREDENTIALS.slackToken },
    count: 'select count(*)::int as n from sandbox.slack_messages',
    afterError: OutcomeUnknownError,
  },
];

const connectorFor = (kind: string): Connector => {
  const connectors = createConnectors({
    allowPrivate: false,
    allowedHosts: [`127.0.0.1:${box.sandbox.httpPort}`],
  });
  const connector = connectors.get(kind);
  if (connector === undefined) throw new Error(`no connector ${kind}`);
  return connector;
};

const connectionOf = ({ kind, settings, credentials }: Subject): OpenConnection => ({
  id: 'con_1',
  name: `my-${kind}`,
  revision: '1',
  settings: settings(),
  credentials,
});

const callOf = (
  subject: Subject,
  key = 'run_1/step',
  over: Partial<Call<unknown>> = {},
): Call<unknown> => {
  const request =
    subject.kind === 'http'
      ? { ...(subject.request as object), url: `${box.sandbox.httpUrl}/http/orders` }
      : subject.request;
  return {
    key,
    request: connectorFor(subject.kind).request.parse(request),
    connection: connectionOf(subject),
    signal: new AbortController().signal,
    ...over,
  };
};

const misbehave = async (subject: Subject, fault: FaultRequest): Promise<void> =>
  setFault(db.sql, subject.kind, fault).then(() => undefined);

const counted = async (subject: Subject): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(subject.count);
  return rows[0]?.n ?? -1;
};

const failing = async (subject: Subject, call = callOf(subject)): Promise<Error> => {
  const error: unknown = await connectorFor(subject.kind)
    .perform(call)
    .then(
      () => null,
      (caught: unknown) => caught,
    );
  if (!(error instanceof Error)) throw new Error('The call did not fail.');
  return error;
};

/** What the effect ledger does after an unknown outcome, in short. */
const recover = async (subject: Subject): Promise<'performed' | 'found' | 'parked'> => {
  const connector = connectorFor(subject.kind);
  if (connector.idempotency === 'none') return 'parked';
  if (connector.idempotency === 'reconcile') {
    const seen = await connector.reconcile?.(callOf(subject));
    if (seen?.outcome === 'found')
      return connector.result.parse(seen.result) === null ? 'parked' : 'found';
    expect(seen?.outcome).toBe('absent');
  }
  await connector.perform(callOf(subject));
  return 'performed';
};

describe.each(SUBJECTS)('the $kind connector', (subject) => {
  beforeEach(async () => {
    await clearReceived(db.sql);
    await misbehave(subject, { mode: 'normal' });
  });

  it('S3.1 does it once and gives a result that fits its schema', async () => {
    const connector = connectorFor(subject.kind);
    const { result, reply } = await connector.perform(callOf(subject));
    expect(connector.result.safeParse(result).success).toBe(true);
    expect(await counted(subject)).toBe(1);
    expect(JSON.stringify(reply)).not.toContain(SECRET);
  });

  it('S3.2 sends nothing from the moment on in which its time has run out', async () => {
    const { perform } = connectorFor(subject.kind);
    // Ever later: before the first byte, before each connection, before the message itself.
    for (let granted = 0; granted < 20; granted += 1) {
      let asked = 0;
      const mayStillSend = (): boolean => (asked += 1) <= granted;
      const call = callOf(subject, 'run_1/step', { mayStillSend });
      const error = await perform(call).then(
        () => null,
        (caught: unknown) => caught,
      );
      if (error === null) {
        expect(await counted(subject)).toBe(1);
        expect(granted).toBeGreaterThan(0);
        return;
      }
      expect(error).toBeInstanceOf(RetryableError);
      expect(await counted(subject)).toBe(0);
    }
    throw new Error('It never came through.');
  });

  it('S3.6 does another effect under another key', async () => {
    await connectorFor(subject.kind).perform(callOf(subject, 'run_1/step'));
    await connectorFor(subject.kind).perform(callOf(subject, 'run_1/step/2'));
    expect(await counted(subject)).toBe(2);
  });

  it('S3.5 leaves one effect when the outcome was lost after it was done', async () => {
    await misbehave(subject, { mode: 'accept_then_drop', times: 1 });
    expect(await failing(subject)).toBeInstanceOf(OutcomeUnknownError);
    expect(await counted(subject)).toBe(1);
    const recovered = await recover(subject);
    expect(recovered).toBe(
      { smtp: 'parked', http: 'performed', crm: 'found', model: 'performed', slack: 'found' }[
        subject.kind
      ],
    );
    expect(await counted(subject)).toBe(1);
  });

  it('S12.1 waits no longer than its own patience, and then does not know the outcome', async () => {
    await misbehave(subject, { mode: 'slow', seconds: 60, times: 1 });
    const patience = { timeoutSeconds: 1, answerTimeoutSeconds: 1 };
    const { connection, request, ...call } = callOf(subject);
    const impatient = {
      ...call,
      request: subject.kind === 'http' ? { ...(request as object), ...patience } : request,
      connection: connection && {
        ...connection,
        settings: { ...connection.settings, ...patience },
      },
    };
    expect(await failing(subject, impatient)).toBeInstanceOf(OutcomeUnknownError);
    expect(call.signal.aborted).toBe(false);
    expect(await counted(subject)).toBe(1);
  });

  it('S3.4 takes a cut before the work like a cut after it, and ends with at most one effect', async () => {
    await misbehave(subject, { mode: 'drop_before', times: 1 });
    expect(await failing(subject)).toBeInstanceOf(OutcomeUnknownError);
    expect(await counted(subject)).toBe(0);
    const recovered = await recover(subject);
    expect(await counted(subject)).toBe(recovered === 'parked' ? 0 : 1);
  });

  it('S4.2 waits as long as it is asked to', async () => {
    await misbehave(subject, { mode: 'rate_limited', retryAfterSeconds: 7, times: 1 });
    const error = await failing(subject);
    expect(error).toBeInstanceOf(RetryableError);
    // SMTP has no way to name the time.
    if (subject.kind !== 'smtp') expect((error as RetryableError).retryAfterSeconds).toBe(7);
    expect(await counted(subject)).toBe(0);
  });

  it('S3.3 says after a server error whether a retry is safe', async () => {
    await misbehave(subject, { mode: 'error', times: 1 });
    const error = await failing(subject);
    expect(error).toBeInstanceOf(subject.afterError);
    if (error instanceof OutcomeUnknownError) expect(await recover(subject)).toBe('performed');
    else await connectorFor(subject.kind).perform(callOf(subject));
    expect(await counted(subject)).toBe(1);
  });

  it('does not try again what was refused for good', async () => {
    await misbehave(subject, { mode: 'reject', times: 1 });
    expect(await failing(subject)).toBeInstanceOf(TerminalError);
    expect(await counted(subject)).toBe(0);
  });

  it('S8.5 asks for a person when the credential was revoked, naming the connection', async () => {
    await misbehave(subject, { mode: 'revoked' });
    const error = await failing(subject);
    expect(error).toBeInstanceOf(NotAuthorisedError);
    expect((error as NotAuthorisedError).connection).toBe(`my-${subject.kind}`);
    await misbehave(subject, { mode: 'normal' });
    await connectorFor(subject.kind).perform(callOf(subject));
    expect(await counted(subject)).toBe(1);
  });

  it('S8.5 can be probed: fine, revoked and fine again, and never with an effect', async () => {
    const { probe } = connectorFor(subject.kind);
    // An arbitrary web address promises nothing that could be tried without a call.
    if (probe === undefined) return expect(subject.kind).toBe('http');
    const check = async () => probe(connectionOf(subject), new AbortController().signal);
    await expect(check()).resolves.toBeUndefined();
    await misbehave(subject, { mode: 'revoked' });
    await expect(check()).rejects.toBeInstanceOf(NotAuthorisedError);
    await misbehave(subject, { mode: 'normal' });
    await expect(check()).resolves.toBeUndefined();
    if (subject.kind !== 'smtp') {
      await misbehave(subject, { mode: 'drop_before', times: 1 });
      await expect(check()).rejects.toBeInstanceOf(RetryableError);
    }
    return expect(await counted(subject)).toBe(0);
  });

  it('stops within the call when its worker has to stop', async () => {
    await misbehave(subject, { mode: 'slow', seconds: 30, times: 1 });
    const stop = new AbortController();
    const failed = failing(subject, callOf(subject, 'run_1/step', { signal: stop.signal }));
    // The service has done it and is only slow to say so.
    await expect.poll(async () => counted(subject), { timeout: 10_000 }).toBe(1);
    stop.abort();
    expect(await failed).toBeInstanceOf(OutcomeUnknownError);
  });

  it('names neither personal data nor credentials in what it says', async () => {
    for (const mode of [
      'rate_limited',
      'error',
      'reject',
      'revoked',
      'accept_then_drop',
    ] as const) {
      await misbehave(subject, { mode, times: 1 });
      const error = await failing(subject, callOf(subject, `run_1/${mode}`));
      const said = `${error.message} ${JSON.stringify(providerReplyOf(error))}`;
      for (const secret of [SECRET, 'maya', ...Object.values(subject.credentials).map(String)]) {
        if (secret.length > 3) expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
      }
      expect(error.message).toMatch(/^[“A-Z].*\.$/);
    }
  });

  it('S3.5 can take a person’s word that it happened', () => {
    const connector = connectorFor(subject.kind);
    const { request, key } = callOf(subject);
    expect(connector.result.safeParse(connector.assumeHappened(request, key)).success).toBe(true);
  });

  it('tells a connection that is not set up from one that fails', async () => {
    const connection = { ...connectionOf(subject), settings: {}, credentials: {} };
    if (subject.kind === 'http') return;
    const error = await failing(subject, callOf(subject, 'run_1/step', { connection }));
    expect(error).toBeInstanceOf(TerminalError);
    expect(await counted(subject)).toBe(0);
  });
});

describe('what single connectors promise beyond that', () => {
  const subject = (kind: string): Subject => {
    const found = SUBJECTS.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(kind);
    return found;
  };
  beforeEach(async () => {
    await clearReceived(db.sql);
    for (const each of SUBJECTS) await misbehave(each, { mode: 'normal' });
  });

  it('S3.5 gives two emails of one effect the same Message-ID and the same bytes', async () => {
    await connectorFor('smtp').perform(callOf(subject('smtp')));
    await connectorFor('smtp').perform(callOf(subject('smtp')));
    const { rows } = await db.sql.query<{ ids: number; bytes: number; id: string }>(
      'select count(distinct message_id)::int as ids, count(distinct raw)::int as bytes, min(message_id) as id from sandbox.messages',
    );
    expect(rows[0]).toEqual({ ids: 1, bytes: 1, id: messageIdFor('run_1/step') });
  });

  it('S3.5 keeps the end of the talk with the mail server for the one who has to decide', async () => {
    await misbehave(subject('smtp'), { mode: 'accept_then_drop', times: 1 });
    const reply = providerReplyOf(await failing(subject('smtp')));
    expect(reply).toMatchObject({ stage: 'handed_over' });
    const talk = reply?.['conversation'];
    expect(Array.isArray(talk) ? String(talk.at(-1)) : '').toMatch(/^< 354/);
  });

  it.each(['http', 'model'])(
    'S3.5 gets the first result again from %s under the same key',
    async (kind) => {
      const first = await connectorFor(kind).perform(callOf(subject(kind)));
      const second = await connectorFor(kind).perform(callOf(subject(kind)));
      expect(second.result).toEqual(first.result);
      expect(await counted(subject(kind))).toBe(1);
    },
  );

  it('S4.5 counts what a model call did cost, by the connection’s prices', async () => {
    const { result } = await connectorFor('model').perform(callOf(subject('model')));
    const { inputTokens, outputTokens, costMicros } = result as {
      inputTokens: number;
      outputTokens: number;
      costMicros: number;
    };
    expect(outputTokens).toBeGreaterThan(0);
    expect(costMicros).toBe(inputTokens * 2 + outputTokens * 10);
  });

  it('asks a person directly in Slack by email address, and finds that message again', async () => {
    const direct = {
      ...subject('slack'),
      request: { op: 'post', to: 'sam@example.com', text: 'Hi', blocks: null },
    };
    const { result } = await connectorFor('slack').perform(callOf(direct));
    expect((result as { channel: string }).channel).toMatch(/^D/);
    expect(await connectorFor('slack').reconcile?.(callOf(direct))).toEqual({
      outcome: 'found',
      result,
    });
    expect(await connectorFor('slack').reconcile?.(callOf(direct, 'run_1/other'))).toEqual({
      outcome: 'absent',
    });
  });

  it.each(['priya@example.com', '#never-used'])(
    'knows that %s got nothing before anything was ever posted there',
    async (to) => {
      const unposted = {
        ...subject('slack'),
        request: { op: 'post', to, text: 'Hi', blocks: null },
      };
      expect(await connectorFor('slack').reconcile?.(callOf(unposted))).toEqual({
        outcome: 'absent',
      });
    },
  );

  it('rewrites a Slack message in place', async () => {
    const { result } = await connectorFor('slack').perform(callOf(subject('slack')));
    const { channel, ts } = result as { channel: string; ts: string };
    const update = {
      ...subject('slack'),
      request: { op: 'update', channel, ts, text: 'Approved', blocks: null },
    };
    await connectorFor('slack').perform(callOf(update, 'run_1/step:update'));
    const { rows } = await db.sql.query<{ text: string }>(
      'select text from sandbox.slack_messages',
    );
    expect(rows).toEqual([{ text: 'Approved' }]);
  });

  it.each([
    'http://127.0.0.1:8080/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://localhost/',
  ])('does not call %s', async (url) => {
    const call = callOf(subject('http'), 'run_1/step', { connection: null });
    const error = await failing(subject('http'), {
      ...call,
      request: { ...(call.request as object), url },
    });
    expect(error).toBeInstanceOf(TerminalError);
    expect(error.message).toBe('The address is at a private address, which cannot be called.');
  });

  it('gives a connection’s credentials to no other host', async () => {
    const call = callOf(subject('http'));
    const error = await failing(subject('http'), {
      ...call,
      request: { ...(call.request as object), url: 'https://elsewhere.example/' },
    });
    expect(error).toBeInstanceOf(TerminalError);
  });
});
