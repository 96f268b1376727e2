import { z } from 'zod';
import { automationIdOf } from './find-automation-id.ts';
import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { versionView } from '#server/api/views/automation-view.ts';
import { AppError } from '#server/platform/errors.ts';
import { listVersionPage } from '#server/store/product-versions.ts';

const numberIn = (cursor: string | null): number | null => {
  if (cursor === null) return null;
  const version = Number(cursor);
  if (Number.isInteger(version) && version > 0 && version < 2 ** 31) return version;
  throw new AppError('bad_request', 'This cursor is not one of ours.', {
    hint: 'Pass nextCursor of the page before, unchanged, or none for the first page.',
  });
};

/** Newest first, with the runs in flight on each. */
export const versions = permitted('automation.read')
  .input(pageInput.extend({ id: z.string().max(100) }))
  .output(pageOf(versionView))
  .query(async ({ ctx, input }) => {
    const rows = await listVersionPage(ctx.services.reads, {
      automationId: await automationIdOf(ctx.services, ctx.orgId, input.id),
      before: numberIn(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    });
    return toPage(rows, input.limit, (row) => String(row.version));
  });
