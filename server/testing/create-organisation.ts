import { newId } from '#server/platform/ids.ts';
import { sealCredentials } from '#server/runtime/connection-seal.ts';
import { SANDBOX_CREDENTIALS } from '#server/sandbox/credentials.ts';
import type { TestDatabase } from './test-database.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import type { TestSandbox } from './test-sandbox.ts';

interface NewConnection {
  readonly name: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
}

type Box = Pick<TestSandbox, 'sandbox'>;

const connectionsTo = ({ sandbox }: Box): readonly NewConnection[] => [
  {
    name: 'mailbox',
    kind: 'smtp',
    settings: {
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      from: 'Sam <sam@example.com>',
      answerTimeoutSeconds: 20,
    },
    credentials: { user: 'sam@example.com', password: SANDBOX_CREDENTIALS.smtpPassword },
  },
  {
    name: 'web',
    kind: 'http',
    settings: { baseUrl: `${sandbox.httpUrl}/http` },
    credentials: { token: 'any' },
  },
  {
    name: 'crm',
    kind: 'crm',
    settings: { baseUrl: `${sandbox.httpUrl}/crm` },
    credentials: { token: SANDBOX_CREDENTIALS.crmToken },
  },
  {
    name: 'model',
    kind: 'model',
    settings: {
      baseUrl: `${sandbox.httpUrl}/model/v1`,
      pricePerMillionInput: 2,
      pricePerMillionOutput: 10,
    },
    credentials: { apiKey: SANDBOX_CREDENTIALS.modelKey },
  },
  {
    name: 'slack',
    kind: 'slack',
    settings: { apiUrl: `${sandbox.httpUrl}/slack/api/`, channel: '#sales' },
    credentials: { token: SANDBOX_CREDENTIALS.slackToken },
  },
];

/** A workspace of its own, connected to the sandbox where there is one. */
export const createOrganisation = async (
  db: Pick<TestDatabase, 'sql'>,
  box?: Box,
): Promise<string> => {
  const orgId = newId('org');
  await db.sql.query(
    `insert into organisations (id, name, slug, timezone) values ($1, 'Test', $1, 'Europe/Berlin')`,
    [orgId],
  );
  if (box === undefined) return orgId;
  for (const { name, kind, settings, credentials } of connectionsTo(box)) {
    const id = newId('cnn');
    await db.sql.query(
      `insert into connections (id, org_id, name, kind, label, settings, credentials)
       values ($1, $2, $3, $4, $3, $5, $6)`,
      [
        id,
        orgId,
        name,
        kind,
        JSON.stringify(settings),
        sealCredentials(TEST_SECRETS.credentialsKey, id, credentials),
      ],
    );
  }
  return orgId;
};
