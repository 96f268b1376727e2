import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import type { AppRouter } from '#server/api/router.ts';
import type { SaveAnswer } from './draft-saver.ts';

const staleDetails = z.object({
  revision: z.int(),
  savedBy: z.string().nullable(),
  savedAt: z.coerce.date(),
});

/** Turns a save's answer, of whatever kind, into what the saver goes on from. Never throws. */
export async function sendDraft(
  save: () => Promise<{ readonly revision: number }>,
): Promise<SaveAnswer> {
  try {
    const { revision } = await save();
    return { kind: 'saved', revision };
  } catch (error) {
    const message = describeApiError(error);
    if (!(error instanceof TRPCClientError)) return { kind: 'failed', message };
    const data = (error as TRPCClientError<AppRouter>).data;
    const stale = staleDetails.safeParse(data?.problem);
    if (data?.problem.code === 'stale_revision' && stale.success) {
      return { kind: 'stale', ...stale.data };
    }
    const status = data?.httpStatus ?? 503;
    const passes = status >= 500 || status === 408 || status === 429;
    return { kind: passes ? 'failed' : 'refused', message };
  }
}
