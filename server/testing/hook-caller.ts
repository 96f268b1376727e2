/** A website that calls webhook triggers, and a look at what became of its calls. */
import type { TestDatabase } from './test-database.ts';
import { TEST_APP_URL } from './test-services.ts';

type Route = (
  request: Request,
  context: { params: Promise<{ hookId: string }> },
) => Promise<Response>;

export interface Hook {
  readonly id: string;
  readonly hookId: string;
}

export const hookCaller = (db: TestDatabase, POST: Route) => {
  const hookOf = async (slug: string): Promise<Hook> => {
    const { rows } = await db.sql.query<{ id: string; hookId: string }>(
      'select id, hook_id as "hookId" from automations where slug = $1',
      [slug],
    );
    const row = rows[0];
    if (row === undefined) throw new Error(`No automation ${slug}.`);
    return row;
  };

  const call = async (
    hookId: string,
    body: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    POST(
      new Request(`${TEST_APP_URL}/hooks/${hookId}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        duplex: 'half',
      } as RequestInit),
      { params: Promise.resolve({ hookId }) },
    );

  const submission = (eventId: string, extra: Record<string, unknown> = {}): string =>
    JSON.stringify({ event_id: eventId, email: 'Maya@Example.com', name: 'Maya', ...extra });

  const runsOf = async (automationId: string): Promise<number> => {
    const { rows } = await db.sql.query<{ count: number }>(
      'select count(*)::int as count from runs where automation_id = $1',
      [automationId],
    );
    return rows[0]?.count ?? -1;
  };

  const lastReceipt = async (automationId: string): Promise<Record<string, unknown>> => {
    const { rows } = await db.sql.query(
      `select result, run_id as "runId", detail from receipts
      where automation_id = $1 order by at desc, id desc limit 1`,
      [automationId],
    );
    return rows[0] ?? {};
  };
  return { hookOf, call, submission, runsOf, lastReceipt };
};
