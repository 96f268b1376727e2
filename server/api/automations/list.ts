import { z } from 'zod';
import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { automationListItem } from '#server/api/views/automation-view.ts';
import { readAutomationList } from './read-automation-list.ts';

const input = pageInput.extend({ q: z.string().trim().max(200).nullish() }).prefault({});

export const list = permitted('automation.read')
  .input(input)
  .output(pageOf(automationListItem))
  .query(async ({ ctx, input: asked }) => {
    const items = await readAutomationList(ctx.services, {
      orgId: ctx.orgId,
      search: asked.q || null,
      before: decodeCursor(asked.cursor),
      limit: asked.limit + 1,
    });
    return toPage(items, asked.limit, (item) => item.id);
  });
