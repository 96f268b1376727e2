import type { Context } from 'hono';

/** Arguments that a form carries as JSON text. */
const STRUCTURED = new Set(['blocks', 'metadata', 'attachments']);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const structured = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      STRUCTURED.has(key) && typeof value === 'string' ? parsed(value) : value,
    ]),
  );

/**
 * A method's arguments from wherever Slack takes them: form-encoded or multipart body (what its
 * SDK sends), JSON body, or the query.
 */
export const readSlackArguments = async (c: Context): Promise<Record<string, unknown>> => {
  const type = c.req.header('content-type') ?? '';
  const query = c.req.query();
  if (type.startsWith('application/json')) {
    const body: unknown = await c.req.json().catch(() => null);
    return typeof body === 'object' && body !== null
      ? structured({ ...query, ...body })
      : structured(query);
  }
  if (c.req.method === 'GET') return structured(query);
  return structured({ ...query, ...(await c.req.parseBody()) });
};
