import { can, isRole } from '#server/auth/permissions.ts';
import type { Tx } from '#server/platform/db.ts';
import { readDecider } from '#server/store/deciders.ts';

export interface ApprovalToDecide {
  readonly orgId: string;
  readonly assignees: readonly string[];
}

export type MayDecide = (tx: Tx, approval: ApprovalToDecide) => Promise<boolean>;

const roleDecides = (role: string): boolean => isRole(role) && can(role, 'approval.decide');

/**
 * A member may decide where their role includes it; where people are named, only they and owners
 * may. The membership is read when the button is pressed.
 */
export const memberMayDecide =
  (userId: string): MayDecide =>
  async (tx, approval) => {
    const member = await readDecider(tx, approval.orgId, userId);
    if (member === null || !roleDecides(member.role)) return false;
    if (member.role === 'owner' || approval.assignees.length === 0) return true;
    return approval.assignees.some((assignee) => assignee.toLowerCase() === member.email);
  };

/** An API key acts with its own role; it is nobody in particular, so named people bind it not. */
export const keyMayDecide =
  (role: string): MayDecide =>
  async () =>
    roleDecides(role);
