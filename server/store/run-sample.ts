import type { Tx } from '#server/platform/db.ts';

export interface RunSample {
  readonly automationId: string;
  readonly startedAt: Date;
  readonly input: Readonly<Record<string, unknown>>;
  readonly contact: {
    readonly id: string;
    readonly email: string | null;
    readonly name: string | null;
    readonly timezone: string | null;
    readonly externalId: string | null;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly emailConsent: 'granted' | 'withdrawn' | null;
    readonly suppressed: boolean;
  } | null;
}

/** What a run began with, and its contact as it is now; no contact once it was erased. */
export const readRunSample = async (
  tx: Tx,
  orgId: string,
  runId: string,
): Promise<RunSample | null> => {
  const { rows } = await tx.query<RunSample>(
    `select r.automation_id as "automationId", r.created_at as "startedAt", r.input,
            case when c.id is not null and c.erased_at is null then json_build_object(
              'id', c.id, 'email', c.email, 'name', c.name, 'timezone', c.timezone,
              'externalId', c.external_id, 'attributes', c.attributes,
              'emailConsent', (select state from consents
                                where contact_id = c.id and channel = 'email'),
              'suppressed', exists (select 1 from suppressions s
                                     where s.org_id = r.org_id and s.address = c.email)
            ) end as contact
       from runs r left join contacts c on c.id = r.contact_id
      where r.id = $1 and r.org_id = $2`,
    [runId, orgId],
  );
  return rows[0] ?? null;
};
