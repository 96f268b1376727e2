import { permitted } from '#server/api/trpc.ts';
import { gallery } from '#server/gallery/gallery.ts';

/** Automations to start from, asking the person who looks wherever a person is asked. */
export const list = permitted('automation.read').query(({ ctx }) =>
  gallery.map(({ document, ...about }) => ({ ...about, document: document(ctx.viewer.email) })),
);
