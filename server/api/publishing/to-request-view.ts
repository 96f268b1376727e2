import type { PublishRequestView } from '#server/api/views/publishing-view.ts';
import type { PublishRequestRow } from '#server/store/product-publish-requests.ts';

/** As the person behind `actor` sees it. */
export const toRequestView = (
  { requestedById, ...row }: PublishRequestRow,
  actor: string,
): PublishRequestView => ({ ...row, mine: requestedById === actor });
