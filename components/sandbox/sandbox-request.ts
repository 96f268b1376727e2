import { z } from 'zod';

const problem = z.object({ detail: z.string() });

export type SandboxAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly message: string };

/** Calls the sandbox's own API. Failures are answers: a sentence for the person who pressed. */
export async function sandboxRequest(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<SandboxAnswer> {
  let response: Response;
  try {
    response = await fetch(`/sandbox/api${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    return { ok: false, message: 'The sandbox did not answer. Check that Holdfast is running.' };
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return { ok: true, body: answer };
  const told = problem.safeParse(answer);
  return {
    ok: false,
    message: told.success ? told.data.detail : `The sandbox answered ${response.status}.`,
  };
}
