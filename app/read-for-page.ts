import { TRPCError } from '@trpc/server';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { callerFor } from '#server/api/caller.ts';

type Caller = ReturnType<typeof callerFor>;

/**
 * Reads from the API for a server component. Without a session it leads to the sign-in page, and
 * what is not there (or not the reader's) becomes the page that says so.
 */
export async function readForPage<T>(read: (api: Caller) => Promise<T>): Promise<T> {
  const caller = callerFor(await headers());
  try {
    return await read(caller);
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'UNAUTHORIZED') redirect('/sign-in');
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}
