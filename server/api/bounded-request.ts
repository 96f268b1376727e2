import { readBody } from './hooks/read-body.ts';

/**
 * The same request with its body in memory, if it is not larger than that: handlers that read a
 * body to its end get none without an end. Throws AppError `too_large`.
 */
export const boundedRequest = async (request: Request, limit: number): Promise<Request> => {
  if (request.body === null) return request;
  const body = await readBody(request, limit);
  const { method, url, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: Buffer.from(body) });
};
