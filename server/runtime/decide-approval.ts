import type { ApprovalRefusal } from '#server/engine/transition.ts';
import type { RuntimeDeps } from './deps.ts';
import type { MayDecide } from './permission-to-decide.ts';

export interface DecideApproval {
  readonly orgId: string;
  readonly approvalId: string;
  readonly decision: 'approved' | 'rejected';
  /** Of the content that the person saw. */
  readonly digest: string;
  readonly via: 'slack' | 'inbox' | 'api';
  /** `user:<id>` or `api:<key id>`. */
  readonly actor: string;
  readonly comment: string | null;
  /** Asked inside the deciding transaction, so that a permission withdrawn before the press counts. */
  readonly mayDecide: MayDecide;
}

export type Decided =
  | { readonly kind: 'decided'; readonly decision: 'approved' | 'rejected'; readonly runId: string }
  | {
      readonly kind: 'refused';
      readonly reason: ApprovalRefusal;
      readonly runId: string;
      /** One sentence for the person who pressed: who decided, when and where. */
      readonly message: string;
      readonly decidedBy: string | null;
      readonly decidedVia: 'slack' | 'inbox' | 'api' | null;
      readonly closedAt: Date | null;
    };

/** Throws AppError `not_found`. */
export const decideApproval = async (
  _deps: RuntimeDeps,
  _decide: DecideApproval,
): Promise<Decided> => {
  throw new Error('Being written.');
};
