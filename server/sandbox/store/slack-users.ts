import type { Tx } from '#server/platform/db.ts';

export interface SlackUser {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly email: string;
  readonly timezone: string;
}

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly real_name: string;
  readonly email: string;
  readonly timezone: string;
}

const COLUMNS = 'id, name, real_name, email, timezone';

const toUser = (row: UserRow): SlackUser => ({
  id: row.id,
  name: row.name,
  realName: row.real_name,
  email: row.email,
  timezone: row.timezone,
});

/** Adds users, or renames those whose id is known. */
export const upsertSlackUsers = async (tx: Tx, users: readonly SlackUser[]): Promise<void> => {
  await tx.query(
    `insert into sandbox.slack_users (${COLUMNS})
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     on conflict (id) do update
       set name = excluded.name, real_name = excluded.real_name, email = excluded.email,
           timezone = excluded.timezone`,
    [
      users.map((user) => user.id),
      users.map((user) => user.name),
      users.map((user) => user.realName),
      users.map((user) => user.email),
      users.map((user) => user.timezone),
    ],
  );
};

export const listSlackUsers = async (tx: Tx): Promise<readonly SlackUser[]> => {
  const { rows } = await tx.query<UserRow>(
    `select ${COLUMNS} from sandbox.slack_users order by real_name, id`,
  );
  return rows.map(toUser);
};

/** By Slack id, email, handle or full name, whichever a person would type. */
export const findSlackUser = async (tx: Tx, who: string): Promise<SlackUser | null> => {
  const { rows } = await tx.query<UserRow>(
    `select ${COLUMNS} from sandbox.slack_users
      where id = $1 or lower(email) = lower($1) or lower(name) = lower($1)
         or lower(real_name) = lower($1)
      order by id = $1 desc, lower(email) = lower($1) desc limit 1`,
    [who],
  );
  return rows[0] === undefined ? null : toUser(rows[0]);
};
