import type { Context } from 'hono';

/** The token of `Authorization: Bearer …`, or nothing. */
export const bearerOf = (c: Context): string =>
  /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
