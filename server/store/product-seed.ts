/** What only the demo's seed writes: repeating it changes nothing that a person has changed. */
import type { Tx } from '#server/platform/db.ts';

export const insertOrganisation = async (
  tx: Tx,
  org: { id: string; name: string; slug: string; timezone: string },
): Promise<void> => {
  await tx.query(
    `insert into organisations (id, name, slug, timezone) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [org.id, org.name, org.slug, org.timezone],
  );
};

/** Whether anybody has a workspace here yet. */
export const hasOrganisation = async (tx: Tx): Promise<boolean> => {
  const { rowCount } = await tx.query('select 1 from organisations limit 1');
  return rowCount === 1;
};

export interface SeedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly zone: string;
}

/** False when the person was there before: then nothing is written. */
export const insertPerson = async (
  tx: Tx,
  orgId: string,
  person: SeedPerson,
  passwordHash: string,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into users (id, name, email, email_verified, timezone) values ($1, $2, $3, true, $4)
     on conflict do nothing`,
    [person.id, person.name, person.email, person.zone],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `insert into accounts (id, account_id, provider_id, user_id, password)
     values ($1, $2, 'credential', $2, $3)`,
    [`acc_${person.id}`, person.id, passwordHash],
  );
  await tx.query(
    `insert into members (id, organization_id, user_id, role) values ($1, $2, $3, $4)`,
    [`mem_${person.id}`, orgId, person.id, person.role],
  );
  return true;
};

export const insertBudget = async (
  tx: Tx,
  budget: { orgId: string; name: string; limitMicros: number },
): Promise<void> => {
  await tx.query(
    `insert into budgets (org_id, name, limit_micros, period) values ($1, $2, $3, 'month')
     on conflict (org_id, name) do nothing`,
    [budget.orgId, budget.name, budget.limitMicros],
  );
};

export const insertSeedContact = async (
  tx: Tx,
  orgId: string,
  contact: { id: string; name: string; email: string; timezone: string },
): Promise<void> => {
  await tx.query(
    `insert into contacts (id, org_id, name, email, timezone) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [contact.id, orgId, contact.name, contact.email, contact.timezone],
  );
};
