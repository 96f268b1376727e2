/**
 * The demo workspace: Brightwater, its people, connections to the sandbox and four automations.
 * Runs at every start and changes nothing that is already there, except where the sandbox listens.
 */
import { hashPassword } from 'better-auth/crypto';
import { createPool, txOf, withTransaction, type Pool, type Tx } from '#server/platform/db.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import type { Env } from '#server/platform/env.ts';
import { newId } from '#server/platform/ids.ts';
import { ownerPassword, type Secrets } from '#server/platform/secrets.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { insertApiKey } from '#server/store/product-api-keys.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { upsertSandboxConnection } from '#server/store/product-connection-writes.ts';
import {
  hasOrganisation,
  insertBudget,
  insertOrganisation,
  insertPerson,
  insertSeedContact,
} from '#server/store/product-seed.ts';
import { sealCredentials } from './connection-seal.ts';
import { createAutomation } from './create-automation.ts';
import { demoDocument } from './demo-document.ts';
import {
  DEMO_CONTACTS,
  DEMO_ORG,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  FIRST_ORG,
  FIRST_OWNER,
  demoConnections,
  type Person,
} from './demo-workspace.ts';
import { setAutomationStatus } from './pause-automation.ts';
import { publishAutomation } from './publish-automation.ts';
import { DEMO_SLUG } from './run-demo.ts';
import { trialDocument, webinarDocument, welcomeDocument } from './seed-documents.ts';

export interface SeedOptions {
  readonly env: Env;
  readonly secrets: Secrets;
  readonly connectionString: string;
}

export interface DemoLogin {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

const MONTHLY_MODEL_BUDGET_MICROS = 20_000_000;

/** Whoever can sign in first: the demo's people, or one owner where real accounts are used. */
const loginsOf = ({ env }: SeedOptions): readonly (Person & { password: string })[] =>
  env.HOLDFAST_SANDBOX === 'on'
    ? DEMO_PEOPLE.map((person) => ({ ...person, password: DEMO_PASSWORD }))
    : [{ ...FIRST_OWNER, password: ownerPassword(env) }];

const seedPeople = async (tx: Tx, options: SeedOptions): Promise<void> => {
  const isDemo = options.env.HOLDFAST_SANDBOX === 'on';
  await insertOrganisation(tx, isDemo ? DEMO_ORG : FIRST_ORG);
  for (const { password, ...person } of loginsOf(options)) {
    await insertPerson(tx, DEMO_ORG.id, person, await hashPassword(password));
  }
  if (!isDemo) return;
  for (const contact of DEMO_CONTACTS) await insertSeedContact(tx, DEMO_ORG.id, contact);
  await insertBudget(tx, {
    orgId: DEMO_ORG.id,
    name: 'model',
    limitMicros: MONTHLY_MODEL_BUDGET_MICROS,
  });
};

const seedConnections = async (tx: Tx, env: Env, secrets: Secrets): Promise<void> => {
  if (env.HOLDFAST_SANDBOX === 'off') return;
  for (const connection of demoConnections(env)) {
    const id = `cxn_${connection.name}`;
    const { credentials, ...rest } = connection;
    await upsertSandboxConnection(tx, {
      ...rest,
      id,
      orgId: DEMO_ORG.id,
      credentials: sealCredentials(secrets.credentialsKey, id, credentials),
    });
  }
};

interface SeedAutomation {
  readonly slug: string;
  readonly document: AutomationDocument;
  readonly publish: boolean;
  readonly pause: boolean;
  /** Who made it. */
  readonly actor: string;
}

const AUTOMATIONS = (): readonly SeedAutomation[] => [
  {
    slug: 'trial-ending-soon',
    document: trialDocument(),
    publish: false,
    pause: false,
    actor: 'user:usr_priya',
  },
  {
    slug: 'webinar-reminder',
    document: webinarDocument(),
    publish: true,
    pause: true,
    actor: 'user:usr_priya',
  },
  {
    slug: 'welcome-series',
    document: welcomeDocument(),
    publish: true,
    pause: false,
    actor: 'user:usr_lena',
  },
  {
    slug: DEMO_SLUG,
    document: demoDocument(),
    publish: true,
    pause: false,
    actor: 'user:usr_lena',
  },
];

/** The demo's address can be typed from the README; every other one cannot be guessed. */
const hookOf = (slug: string): { hookId?: string } =>
  slug === DEMO_SLUG ? { hookId: DEMO_SLUG } : {};

const seedAutomation = async (pool: Pool, seed: SeedAutomation): Promise<void> => {
  const { slug, document, actor } = seed;
  const deps = { pool, catalogue: stepCatalogue };
  const orgId = DEMO_ORG.id;
  const existing = await findAutomation(txOf(pool), orgId, slug);
  const automationId =
    existing?.id ??
    (await createAutomation(deps, { orgId, document, actor, slug, ...hookOf(slug) })).id;
  // A start that was cut off between the two is completed by the next.
  if (!seed.publish || (existing !== null && existing.liveVersion !== null)) return;
  await publishAutomation(deps, {
    orgId,
    automationId,
    revision: null,
    note: 'First version',
    actor,
  });
  if (!seed.pause) return;
  await setAutomationStatus(deps, { orgId, automationId, status: 'paused', actor });
};

const seedIn = async (pool: Pool, options: SeedOptions): Promise<void> => {
  const { env, secrets } = options;
  await withTransaction(pool, async (tx) => {
    await seedPeople(tx, options);
    await seedConnections(tx, env, secrets);
    await insertApiKey(tx, {
      id: newId('key'),
      orgId: DEMO_ORG.id,
      name: 'First key',
      keyHash: sha256Hex(secrets.apiKey),
      role: 'owner',
    });
  });
  if (env.HOLDFAST_SANDBOX === 'off') return;
  for (const automation of AUTOMATIONS()) await seedAutomation(pool, automation);
};

/**
 * For the web process started by itself: an empty database gets its first workspace and owner; one
 * that is in use is left as it is, and nobody's password is told.
 */
export const seedIfEmpty: typeof seed = async (options) => {
  const pool = createPool(options.connectionString, { name: 'seed', max: 1 });
  try {
    if (await hasOrganisation(txOf(pool))) return { logins: [] };
  } finally {
    await pool.end();
  }
  return seed(options);
};

/**
 * Makes the demo workspace where it is missing, or with the sandbox off an empty workspace with one
 * owner, and says who can sign in.
 */
export const seed = async (
  options: SeedOptions,
): Promise<{ readonly logins: readonly DemoLogin[] }> => {
  const pool = createPool(options.connectionString, { name: 'seed', max: 2 });
  try {
    await seedIn(pool, options);
  } finally {
    await pool.end();
  }
  return {
    logins: loginsOf(options).map(({ name, email, password, role }) => ({
      name,
      email,
      password,
      role,
    })),
  };
};
