import { z } from 'zod';
import type { Tx } from '#server/platform/db.ts';
import { lookSchema } from './look-on.ts';

const checkSchema = z.object({
  count: z.int(),
  sample: z.array(z.string()),
  /** When the last whole look began, ISO 8601. */
  at: z.string(),
  /** A look that has not come to its end; it goes on in the next round. */
  look: lookSchema.extend({ at: z.string() }).nullable(),
});
export type StoredCheck = z.output<typeof checkSchema>;

const reportSchema = z.record(z.string(), checkSchema);
/** By the invariants' names. */
export type InvariantsReport = z.output<typeof reportSchema>;

const NAME = 'invariants';

/** What was found when somebody last looked; null where nobody has, or a former build wrote it. */
export const readInvariantsReport = async (
  tx: Tx,
): Promise<{ readonly report: InvariantsReport; readonly madeAt: Date } | null> => {
  const { rows } = await tx.query<{ report: unknown; madeAt: Date }>(
    `select report, made_at as "madeAt" from engine_reports where name = '${NAME}'`,
  );
  const parsed = reportSchema.safeParse(rows[0]?.report);
  return rows[0] !== undefined && parsed.success
    ? { report: parsed.data, madeAt: rows[0].madeAt }
    : null;
};

/** Two who looked at once both looked rightly: the later word stands. */
export const saveInvariantsReport = async (tx: Tx, report: InvariantsReport): Promise<void> => {
  await tx.query(
    `insert into engine_reports (name, report) values ('${NAME}', $1::jsonb)
     on conflict (name) do update set report = excluded.report, made_at = now()`,
    [JSON.stringify(report)],
  );
};
