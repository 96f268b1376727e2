/**
 * Presses of buttons in Slack, kept before Slack is answered: whoever dies after the answer leaves
 * a row that another process works off. They are signals that no run waits for, named
 * `slack.press`, whose identity is the press itself, so that Slack's retries are one press.
 */
import type { Tx } from '#server/platform/db.ts';

const NAME = 'slack.press';

export interface StoredPress {
  readonly id: string;
  readonly orgId: string;
  readonly payload: unknown;
}

export interface NewPress extends StoredPress {
  readonly approvalId: string;
  readonly identity: string;
}

/** The press's id, and whether it was stored before. */
export const insertPress = async (
  tx: Tx,
  press: NewPress,
): Promise<{ readonly id: string; readonly known: boolean }> => {
  const inserted = await tx.query(
    `insert into signals (id, org_id, name, correlation_key, identity, payload)
     values ($1, $2, '${NAME}', $3, $4, $5::jsonb) on conflict (org_id, name, identity) do nothing`,
    [press.id, press.orgId, press.approvalId, press.identity, JSON.stringify(press.payload)],
  );
  if (inserted.rowCount === 1) return { id: press.id, known: false };
  const { rows } = await tx.query<{ id: string }>(
    `select id from signals where org_id = $1 and name = '${NAME}' and identity = $2`,
    [press.orgId, press.identity],
  );
  return { id: rows[0]?.id ?? press.id, known: true };
};

/** Presses that were stored a while ago and never worked off. Uses signals_waiting. */
export const listOpenPresses = async (
  tx: Tx,
  olderThanSeconds: number,
  resting: readonly string[],
): Promise<StoredPress[]> => {
  const { rows } = await tx.query<StoredPress>(
    `select s.id, s.org_id as "orgId", s.payload
       from organisations o
       cross join lateral (
         select * from signals
          where org_id = o.id and name = '${NAME}' and consumed_at is null
            and received_at < engine_now() - make_interval(secs => $1)
            and id <> all ($2::text[])
          order by correlation_key, received_at limit 50) s
      limit 500`,
    [olderThanSeconds, resting],
  );
  return rows;
};

/** Worked off. Its payload is not needed any more and goes. */
export const closePress = async (tx: Tx, id: string, outcome: string): Promise<void> => {
  await tx.query(
    `update signals set consumed_at = engine_now(), consumed_by = $2, payload = '{}'
      where id = $1 and consumed_at is null`,
    [id, outcome],
  );
};

/** The workspace of an approval, if it is the one of that run and visit. */
export const findApprovalOrg = async (
  tx: Tx,
  asked: { approvalId: string; runId: string; stepId: string; iteration: number },
): Promise<string | null> => {
  const { rows } = await tx.query<{ orgId: string }>(
    `select org_id as "orgId" from approvals
      where id = $1 and run_id = $2 and step_id = $3 and iteration = $4`,
    [asked.approvalId, asked.runId, asked.stepId, asked.iteration],
  );
  return rows[0]?.orgId ?? null;
};

/** The member behind an address, as of now. */
export const findMemberByEmail = async (
  tx: Tx,
  orgId: string,
  email: string,
): Promise<{ readonly userId: string; readonly name: string } | null> => {
  const { rows } = await tx.query<{ userId: string; name: string }>(
    `select u.id as "userId", u.name
       from users u join members m on m.user_id = u.id
      where m.organization_id = $1 and lower(u.email) = lower($2)`,
    [orgId, email],
  );
  return rows[0] ?? null;
};
