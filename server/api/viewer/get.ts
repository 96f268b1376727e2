import { viewer } from '#server/api/views/workspace-view.ts';
import { forMembers } from '#server/api/trpc.ts';

export const get = forMembers.output(viewer).query(({ ctx }) => ctx.viewer);
