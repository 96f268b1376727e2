import { z } from '@hono/zod-openapi';
import { ERROR_MAP } from '#server/platform/error-map.ts';
import type { AppErrorCode } from '#server/platform/errors.ts';
import { problemSchema } from './rest-schemas.ts';

const PROBLEM = { 'application/problem+json': { schema: problemSchema } } as const;

type ProblemResponse = { description: string; content: typeof PROBLEM };

/** Error answers of a route by code; 401 and 403 come with every route that needs a key. */
export const problems = (...codes: AppErrorCode[]): Record<number, ProblemResponse> => {
  const all: AppErrorCode[] = ['bad_request', 'unauthenticated', 'forbidden', ...codes];
  const byStatus = new Map<number, string[]>();
  for (const code of all) {
    const { status, title } = ERROR_MAP[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), title]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, titles]) => [
      status,
      { description: [...new Set(titles)].join('; '), content: PROBLEM },
    ]),
  );
};

/** A JSON answer. */
export const answer = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** A JSON body that has to be there. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true,
  content: { 'application/json': { schema } },
});

export const idParam = z.object({ id: z.string().min(1).max(100) });

export const pageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** Pass it as `cursor` for the next page; null on the last one. */
    nextCursor: z.string().nullable(),
  });

export const SECURED = [{ apiKey: [] }];

type Dated<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? Dated<E>[]
    : T extends object
      ? { [K in keyof T]: Dated<T[K]> }
      : T;

/** The value as JSON has it: dates as RFC 3339 text. */
export const toJson = <T>(value: T): Dated<T> => JSON.parse(JSON.stringify(value)) as Dated<T>;
