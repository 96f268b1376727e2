/** Who and what the demo workspace consists of. Its password is no secret: it is printed at start. */
import type { Env } from '#server/platform/env.ts';

export const DEMO_PASSWORD = 'holdfast-demo';
export const DEMO_ORG = {
  id: 'org_brightwater',
  name: 'Brightwater',
  slug: 'brightwater',
  timezone: 'Europe/Berlin',
} as const;

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'owner' | 'editor' | 'approver' | 'viewer';
  readonly zone: string;
}

/** With the sandbox off nobody comes in by a known password: one owner, with a generated one. */
export const FIRST_ORG = {
  ...DEMO_ORG,
  name: 'My workspace',
  slug: 'workspace',
  timezone: 'UTC',
} as const;
export const FIRST_OWNER: Person = {
  id: 'usr_owner',
  name: 'Owner',
  email: 'owner@holdfast.local',
  role: 'owner',
  zone: 'UTC',
};

export const DEMO_PEOPLE: readonly Person[] = [
  {
    id: 'usr_lena',
    name: 'Lena Brandt',
    email: 'lena@example.com',
    role: 'owner',
    zone: 'Europe/Berlin',
  },
  {
    id: 'usr_sam',
    name: 'Sam Okafor',
    email: 'sam@example.com',
    role: 'approver',
    zone: 'Europe/Berlin',
  },
  {
    id: 'usr_priya',
    name: 'Priya Nair',
    email: 'priya@example.com',
    role: 'editor',
    zone: 'Asia/Kolkata',
  },
  {
    id: 'usr_tom',
    name: 'Tom Fischer',
    email: 'tom@example.com',
    role: 'viewer',
    zone: 'Europe/Berlin',
  },
];

export interface DemoConnection {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, string>>;
  readonly concurrencyCap: number;
}

/** Connections to the sandbox services, which speak the real protocols on this machine. */
export const demoConnections = (
  env: Pick<Env, 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT'>,
): readonly DemoConnection[] => {
  const http = `http://127.0.0.1:${env.SANDBOX_PORT}`;
  return [
    {
      name: 'mailbox',
      kind: 'smtp',
      label: 'Sam’s mailbox',
      settings: {
        sandbox: true,
        host: '127.0.0.1',
        port: env.SANDBOX_SMTP_PORT,
        secure: false,
        from: 'Sam Okafor <sam@example.com>',
      },
      credentials: { user: 'sam@example.com', password: 'sandbox-mailbox' },
      concurrencyCap: 5,
    },
    {
      name: 'crm',
      kind: 'crm',
      label: 'CRM',
      settings: { sandbox: true, baseUrl: `${http}/crm` },
      credentials: { token: 'crm-sandbox-holdfast' },
      concurrencyCap: 10,
    },
    {
      name: 'model',
      kind: 'model',
      label: 'Language model',
      settings: {
        sandbox: true,
        baseUrl: `${http}/model/v1`,
        model: 'sandbox-writer',
        pricePerMillionInput: 0.5,
        pricePerMillionOutput: 1.5,
      },
      credentials: { apiKey: 'sk-sandbox-holdfast' },
      concurrencyCap: 4,
    },
    {
      name: 'slack',
      kind: 'slack',
      label: 'Slack',
      settings: { sandbox: true, apiUrl: `${http}/slack/api/`, channel: '#demo-team' },
      credentials: { token: 'xoxb-sandbox-holdfast' },
      concurrencyCap: 10,
    },
  ];
};

/** Some contacts that were there before Maya. */
export const DEMO_CONTACTS = [
  { id: 'con_jonas', name: 'Jonas Weber', email: 'jonas@example.org', timezone: 'Europe/Berlin' },
  { id: 'con_aiko', name: 'Aiko Tanaka', email: 'aiko@example.org', timezone: 'Asia/Tokyo' },
  { id: 'con_lucia', name: 'Lucía Ferrer', email: 'lucia@example.org', timezone: 'Europe/Madrid' },
  {
    id: 'con_devon',
    name: 'Devon Clarke',
    email: 'devon@example.org',
    timezone: 'America/New_York',
  },
] as const;
