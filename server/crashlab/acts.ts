/** What comes from outside into a run: a start, a person's decision, a signal, a stop. */
import type { StepMatch } from '#server/engine/migration-order.ts';
import { txOf } from '#server/platform/db.ts';
import { cancelRun } from '#server/runtime/cancel-run.ts';
import { decideApproval } from '#server/runtime/decide-approval.ts';
import { deliverSignal } from '#server/runtime/deliver-signal.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { startMigration } from '#server/runtime/start-migration.ts';
import { startRun } from '#server/runtime/start-run.ts';
import { findApproval } from '#server/store/approvals.ts';

interface StartAct {
  readonly kind: 'start';
  readonly automationId: string;
  readonly startKey: string;
  readonly email: string;
  readonly input: Readonly<Record<string, unknown>>;
}
interface ApproveAct {
  readonly kind: 'approve';
  readonly approvalId: string;
}
interface SignalAct {
  readonly kind: 'signal';
  readonly name: string;
  readonly correlationKey: string;
  readonly identity: string;
  readonly text: string;
}
interface CancelAct {
  readonly kind: 'cancel';
  readonly runId: string;
}
interface MigrateAct {
  readonly kind: 'migrate';
  readonly automationId: string;
  readonly mapping: readonly StepMatch[];
}
export type Act = StartAct | ApproveAct | SignalAct | CancelAct | MigrateAct;

const approve = async (deps: RuntimeDeps, orgId: string, act: ApproveAct): Promise<void> => {
  const found = await findApproval(txOf(deps.pool), orgId, act.approvalId);
  if (found === null) throw new Error('There is no such approval.');
  await decideApproval(deps, {
    orgId,
    approvalId: act.approvalId,
    decision: 'approved',
    digest: found.digest,
    via: 'inbox',
    actor: 'user:sam',
    comment: null,
    mayDecide: async () => true,
  });
};

/** Does it as a web process would. Doing it again after a failure changes nothing more. */
export const perform = async (deps: RuntimeDeps, orgId: string, act: Act): Promise<void> => {
  switch (act.kind) {
    case 'start':
      await startRun(deps, {
        orgId,
        automationId: act.automationId,
        startKey: act.startKey,
        input: act.input,
        contact: { email: act.email, name: 'Maya', timezone: 'Europe/Berlin' },
        trigger: 'webhook',
        actor: 'trigger',
        receipt: 'hook',
      });
      return;
    case 'approve':
      return approve(deps, orgId, act);
    case 'signal':
      await deliverSignal(deps, {
        orgId,
        name: act.name,
        correlationKey: act.correlationKey,
        identity: act.identity,
        payload: { text: act.text },
        source: 'signal',
      });
      return;
    case 'cancel':
      await cancelRun(deps, { orgId, runId: act.runId, actor: 'user:sam', reason: 'asked to' });
      return;
    case 'migrate': {
      const { automationId, mapping } = act;
      const order = { from: 1, to: 2, mapping: [...mapping], rules: [] };
      const key = automationId;
      await startMigration(deps, { orgId, automationId, order, key, actor: 'user:sam' });
    }
  }
};
