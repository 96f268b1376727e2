'use client';

import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#server/api/router.ts';

/**
 * The browser's way to the API: `useTRPC().runs.get.queryOptions({ id })` for TanStack Query, and
 * `useTRPCClient()` for single calls outside of a query.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
