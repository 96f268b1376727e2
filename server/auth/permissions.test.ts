import { describe, expect, it } from 'vitest';
import { can, requirePermission, roles, type Permission, type Role } from './permissions.ts';

const GRANTED: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['automation.read', 'run.read', 'approval.read', 'contact.read'],
  approver: ['run.read', 'approval.decide'],
  editor: [
    'automation.edit',
    'automation.publish',
    'run.start',
    'run.cancel',
    'run.skip',
    'run.retry',
    'review.resolve',
    'connection.reconnect',
  ],
  owner: [
    'automation.publish',
    'run.cancel',
    'approval.decide',
    'contact.erase',
    'member.create',
    'workspace.configure',
  ],
};

const REFUSED: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: [
    'approval.decide',
    'run.cancel',
    'run.skip',
    'run.retry',
    'run.start',
    'automation.publish',
    'contact.edit',
    'review.resolve',
  ],
  approver: ['run.cancel', 'run.retry', 'automation.publish', 'review.resolve', 'contact.edit'],
  editor: ['contact.erase', 'member.create', 'organization.delete', 'workspace.configure'],
  owner: [],
};

describe('roles', () => {
  it.each(Object.keys(roles) as Role[])('%s may do what the role says, and no more', (role) => {
    for (const permission of GRANTED[role]) expect(can(role, permission), permission).toBe(true);
    for (const permission of REFUSED[role]) expect(can(role, permission), permission).toBe(false);
  });

  it('tell whom to ask', () => {
    expect(() => requirePermission('viewer', 'run.cancel')).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        hint: 'Ask someone whose role is owner or editor.',
      }),
    );
  });
});
