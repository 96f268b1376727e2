/**
 * Who looks after the runs of a load: somebody decides, somebody answers, somebody reconnects, and
 * somebody is asked what a provider has.
 */
import { setFault } from '#server/sandbox/store/faults.ts';
import { reconnectConnection } from '#server/runtime/reconnect-connection.ts';
import { resolveEffect } from '#server/runtime/resolve-effect.ts';
import { retryStep } from '#server/runtime/retry-step.ts';
import { perform } from '../acts.ts';
import type { Lane } from '../lane.ts';
import { countEffects } from '../providers.ts';

interface Trouble {
  readonly runId: string;
  readonly stepId: string;
  readonly status: string;
  readonly code: string | null;
  readonly key: string | null;
}

const findTrouble = async (lane: Lane): Promise<readonly Trouble[]> =>
  (
    await lane.sql.query<Trouble & { [column: string]: unknown }>(
      `select run_id as "runId", step_id as "stepId", status, reason ->> 'code' as code,
              reason ->> 'effectKey' as key
         from steps where org_id = $1 and status in ('parked', 'needs_review')`,
      [lane.orgId],
    )
  ).rows;

const OUTSIDE_OF: Readonly<Record<string, 'http' | 'crm' | 'mail'>> = {
  one: 'http',
  task: 'crm',
  hello: 'mail',
  two: 'http',
};

const help = async (lane: Lane, { runId, stepId, status, key }: Trouble): Promise<void> => {
  const { orgId, deps } = lane;
  const actor = 'user:sam';
  const outside = OUTSIDE_OF[stepId];
  if (status === 'parked' || key === null || outside === undefined) {
    await retryStep(deps, { orgId, runId, stepId, iteration: null, actor });
    return;
  }
  const count = await countEffects(lane.outside, outside, key);
  const outcome = count > 0 ? 'happened' : 'did_not_happen';
  await resolveEffect(deps, { orgId, key, outcome, actor });
};

/** The CRM's credential, which is revoked on the other side and renewed there. */
export interface Credential {
  revoke(): Promise<void>;
  /** Renews it when so many steps are parked for it, and reconnects while any is. */
  mend(parked: number): Promise<void>;
}

/** So many runs must have met the refusal. */
const PARKED = 3;

export const createCredential = (lane: Lane): Credential => {
  let revoked = false;
  return {
    revoke: async () => {
      await setFault(lane.outside, 'crm', { mode: 'revoked' });
      revoked = true;
    },
    mend: async (parked) => {
      if (parked === 0 || (revoked && parked < PARKED)) return;
      await setFault(lane.outside, 'crm', { mode: 'normal' });
      revoked = false;
      const { rows } = await lane.sql.query<{ id: string }>(
        `select id from connections where org_id = $1 and name = 'crm'`,
        [lane.orgId],
      );
      const connectionId = rows[0]?.id ?? '';
      await reconnectConnection(lane.deps, { orgId: lane.orgId, connectionId, actor: 'user:sam' });
    },
  };
};

/** What is due tomorrow; the deadlines of the others are to pass. */
const decide = async (lane: Lane): Promise<void> => {
  const { rows } = await lane.sql.query<{ id: string }>(
    `select id from approvals
      where org_id = $1 and status = 'open' and deadline_at > engine_now() + interval '1 hour'
      limit 50`,
    [lane.orgId],
  );
  for (const { id: approvalId } of rows) {
    await perform(lane.deps, lane.orgId, { kind: 'approve', approvalId }).catch(() => undefined);
  }
};

/** To runs that wait for an answer; others had theirs before they asked. */
const answer = async (lane: Lane): Promise<void> => {
  const { rows } = await lane.sql.query<{ key: string; signal: string }>(
    `select correlation_key as key, signal as signal from subscriptions
      where org_id = $1 and closed_at is null limit 50`,
    [lane.orgId],
  );
  for (const { key, signal: name } of rows) {
    const signal = { name, correlationKey: key, identity: key, text: 'yes' };
    await perform(lane.deps, lane.orgId, { kind: 'signal', ...signal }).catch(() => undefined);
  }
};

/** One round of all of them; `asked` gets the runs about whose effects somebody was asked. */
export const lookAfter = async (
  lane: Lane,
  credential: Credential,
  asked: Set<string>,
): Promise<void> => {
  const troubles = await findTrouble(lane);
  const refused = troubles.filter(({ code }) => code === 'not_authorised');
  for (const trouble of troubles) {
    if (refused.includes(trouble)) continue;
    if (trouble.status === 'needs_review') asked.add(trouble.runId);
    await help(lane, trouble).catch(() => undefined);
  }
  await credential.mend(refused.length).catch(() => undefined);
  await decide(lane);
  await answer(lane);
};
