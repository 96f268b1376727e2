/** Prisma, for product reads and writes. The engine does not go through it. */
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#server/generated/prisma/client.ts';

export type { PrismaClient };

export const createPrisma = (connectionString: string, max = 10): PrismaClient =>
  new PrismaClient({
    adapter: new PrismaPg({ connectionString, max, application_name: 'holdfast-prisma' }),
  });
