import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '#server/api/router.ts';

/** What went wrong, in the API's own words; a fixed sentence when it never answered. */
export function describeApiError(error: unknown): string {
  if (error instanceof TRPCClientError) {
    const shaped = error as TRPCClientError<AppRouter>;
    const detail = shaped.data?.problem.detail;
    if (typeof detail === 'string' && detail !== '') return detail;
    if (shaped.data !== undefined && shaped.data !== null) return error.message;
  }
  return 'The server did not answer. Nothing was changed here; try again.';
}
