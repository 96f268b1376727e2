/**
 * Sign-in: better-auth on our own tables. Accounts come from the seed and from invitations; nobody
 * signs up by themselves, and a session without a membership opens nothing.
 */
import { betterAuth } from 'better-auth';
import { nextCookies } from 'better-auth/next-js';
import { organization } from 'better-auth/plugins/organization';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import type { Env } from '#server/platform/env.ts';
import { newId } from '#server/platform/ids.ts';
import { logFor } from '#server/platform/log.ts';
import type { PrismaClient } from '#server/platform/prisma.ts';
import { accessControl, roles } from './permissions.ts';

const log = logFor('auth');

const ID_PREFIX: Readonly<Record<string, string>> = {
  user: 'usr',
  session: 'ses',
  account: 'acc',
  verification: 'ver',
  organization: 'org',
  member: 'mem',
  invitation: 'inv',
};

const WEEK_SECONDS = 7 * 24 * 3600;

/** `localhost` and `127.0.0.1` are one machine to a person, but two origins to a browser. */
const trustedOrigins = (appUrl: string): string[] =>
  appUrl.includes('//localhost')
    ? [appUrl, appUrl.replace('//localhost', '//127.0.0.1')]
    : [appUrl];

export interface AuthDependencies {
  readonly env: Pick<Env, 'appUrl'>;
  readonly secret: string;
  readonly prisma: PrismaClient;
}

const organisations = () =>
  organization({
    ac: accessControl,
    roles,
    creatorRole: 'owner',
    allowUserToCreateOrganization: false,
    schema: {
      organization: {
        modelName: 'organisation',
        additionalFields: { timezone: { type: 'string', required: false, defaultValue: 'UTC' } },
      },
    },
  });

export const createAuth = ({ env, secret, prisma }: AuthDependencies) =>
  betterAuth({
    appName: 'Holdfast',
    baseURL: env.appUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(env.appUrl),
    database: prismaAdapter(prisma, { provider: 'postgresql', transaction: true }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8 },
    user: { additionalFields: { timezone: { type: 'string', required: false } } },
    session: { expiresIn: WEEK_SECONDS, updateAge: WEEK_SECONDS / 7 },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const membership = await prisma.member.findFirst({
              where: { userId: session.userId },
              orderBy: { createdAt: 'asc' },
            });
            return {
              data: { ...session, activeOrganizationId: membership?.organizationId ?? null },
            };
          },
        },
      },
    },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      customRules: { '/sign-in/email': { window: 60, max: 20 } },
    },
    advanced: {
      cookiePrefix: 'holdfast',
      useSecureCookies: env.appUrl.startsWith('https://'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
      database: { generateId: ({ model }) => newId(ID_PREFIX[model] ?? 'id') },
    },
    telemetry: { enabled: false },
    // Its messages may carry addresses in their arguments, so only the sentence is kept.
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'warn'](message),
    },
    plugins: [organisations(), nextCookies()],
  });

export type Auth = ReturnType<typeof createAuth>;
