/** Who may do what. One table for the app, REST and Slack, so that the three never disagree. */
import { createAccessControl } from 'better-auth/plugins/access';
import { defaultStatements } from 'better-auth/plugins/organization/access';
import { AppError } from '#server/platform/errors.ts';

const statements = {
  ...defaultStatements,
  automation: ['read', 'edit', 'publish', 'pause'],
  run: ['read', 'start', 'cancel', 'skip', 'retry'],
  approval: ['read', 'decide'],
  review: ['read', 'resolve'],
  connection: ['read', 'reconnect'],
  contact: ['read', 'edit', 'erase'],
  signal: ['send'],
  workspace: ['configure'],
} as const;

export const accessControl = createAccessControl(statements);

const readOnly = {
  automation: ['read'],
  run: ['read'],
  approval: ['read'],
  review: ['read'],
  connection: ['read'],
  contact: ['read'],
} as const;

const viewer = accessControl.newRole(readOnly);
const approver = accessControl.newRole({ ...readOnly, approval: ['read', 'decide'] });
const editor = accessControl.newRole({
  ...readOnly,
  automation: ['read', 'edit', 'publish', 'pause'],
  run: ['read', 'start', 'cancel', 'skip', 'retry'],
  // Where an approval names people, only they and owners decide it: see permission-to-decide.
  approval: ['read', 'decide'],
  review: ['read', 'resolve'],
  connection: ['read', 'reconnect'],
  contact: ['read', 'edit'],
  signal: ['send'],
});
const owner = accessControl.newRole(statements);

export const roles = { owner, editor, approver, viewer };
export type Role = keyof typeof roles;

/** Whether a stored name is that of a role. */
export const isRole = (name: string): name is Role => Object.hasOwn(roles, name);

/** `'run.cancel'`: a resource and an action of the table above. */
export type Permission = {
  [R in keyof typeof statements]: `${R}.${(typeof statements)[R][number]}`;
}[keyof typeof statements];

/** Does the role include the permission? */
export const can = (role: Role, permission: Permission): boolean => {
  const [resource, action] = permission.split('.');
  if (resource === undefined || action === undefined) return false;
  const granted = roles[role].statements as Readonly<Record<string, readonly string[] | undefined>>;
  return granted[resource]?.includes(action) ?? false;
};

/** Throws `forbidden`, saying which roles would do. */
export const requirePermission = (role: Role, permission: Permission): void => {
  if (can(role, permission)) return;
  const enough = (Object.keys(roles) as Role[]).filter((name) => can(name, permission));
  throw new AppError('forbidden', `Your role (${role}) does not include this.`, {
    hint: `Ask someone whose role is ${enough.join(' or ')}.`,
  });
};
