/** From a request's cookies to the person behind it, with the workspace and role that count. */
import { viewer, type Viewer } from '#server/api/views/workspace-view.ts';
import type { Auth } from '#server/auth/auth.ts';
import type { PrismaClient } from '#server/platform/prisma.ts';

interface SessionDependencies {
  readonly auth: Auth;
  readonly prisma: PrismaClient;
}

/** Null without a valid session, or when the person is a member of no workspace any more. */
export const findViewer = async (
  { auth, prisma }: SessionDependencies,
  headers: Headers,
): Promise<Viewer | null> => {
  const session = await auth.api.getSession({ headers });
  if (session === null) return null;
  const active = session.session.activeOrganizationId ?? undefined;
  // The role is read from the database on every request: a revoked member is out at once.
  const member = await prisma.member.findFirst({
    where: { userId: session.user.id, ...(active === undefined ? {} : { organizationId: active }) },
    orderBy: { createdAt: 'asc' },
  });
  if (member === null) return null;
  const organisation = await prisma.organisation.findUnique({
    where: { id: member.organizationId },
  });
  if (organisation === null) return null;
  return viewer.parse({
    userId: session.user.id,
    name: session.user.name,
    email: session.user.email,
    role: member.role,
    timezone: session.user.timezone ?? organisation.timezone,
    organisation: {
      id: organisation.id,
      name: organisation.name,
      timezone: organisation.timezone,
    },
  });
};
