import { appServices } from '#server/api/app-services.ts';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { DEMO_ORG, DEMO_PASSWORD, DEMO_PEOPLE } from '#server/runtime/demo-workspace.ts';

export interface DemoLogin {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Viewer['role'];
}

/**
 * The demo's people with their well-known password, for the sign-in page to offer. None where real
 * services are used: such an installation has no visitors who may come in without an account.
 */
export const demoLogins = async (): Promise<readonly DemoLogin[]> => {
  const { env, prisma } = appServices();
  if (env.HOLDFAST_SANDBOX === 'off') return [];
  const members = await prisma.member.findMany({
    where: { organizationId: DEMO_ORG.id },
    select: { userId: true },
  });
  const present = new Set(members.map(({ userId }) => userId));
  return DEMO_PEOPLE.filter(({ id }) => present.has(id)).map(({ name, email, role }) => ({
    name,
    email,
    password: DEMO_PASSWORD,
    role,
  }));
};
