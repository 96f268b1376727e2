import { z } from 'zod';
import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { contactListItem } from '#server/api/views/workspace-view.ts';
import { listContacts } from '#server/store/product-contacts.ts';

const input = pageInput.extend({ q: z.string().trim().max(200).nullish() }).prefault({});

export const list = permitted('contact.read')
  .input(input)
  .output(pageOf(contactListItem))
  .query(async ({ ctx, input: asked }) => {
    const rows = await listContacts(ctx.services.reads, {
      orgId: ctx.orgId,
      search: asked.q || null,
      before: decodeCursor(asked.cursor),
      limit: asked.limit + 1,
    });
    return toPage(rows, asked.limit, (row) => row.id);
  });
