'use client';

import { Button } from '#components/ui/button.tsx';
import type { PublishWay } from './publishing-words.ts';
import type { usePublishActions } from './use-publishing.ts';

/** The act of the dialog, by how a draft can go live for whoever looks. */
export function PublishButtons({
  way,
  blocked,
  unchanged,
  next,
  text,
  draft,
  actions: { publish, ask, approve, reject, withdraw },
}: {
  way: PublishWay;
  blocked: boolean;
  unchanged: boolean;
  /** The version that it would become. */
  next: number;
  /** The note, or the reason for a no. */
  text: string;
  draft: { readonly id: string; readonly revision: number };
  actions: ReturnType<typeof usePublishActions>;
}) {
  const busy = [publish, ask, approve, reject, withdraw].some(({ isPending }) => isPending);
  const off = blocked || unchanged;
  switch (way.kind) {
    case 'publish':
      return (
        <Button
          variant={off ? 'soft' : 'primary'}
          disabled={off || busy}
          onClick={() => publish.mutate({ ...draft, note: text })}
        >
          {publish.isPending
            ? 'Publishing…'
            : unchanged
              ? 'Nothing to publish'
              : `Publish version ${next}`}
        </Button>
      );
    case 'ask':
      return (
        <Button
          variant={off ? 'soft' : 'primary'}
          disabled={off || busy}
          onClick={() =>
            ask.mutate({ automationId: draft.id, revision: draft.revision, note: text })
          }
        >
          {unchanged ? 'Nothing to publish' : `Ask to publish version ${next}`}
        </Button>
      );
    case 'wait':
      return (
        <Button disabled={busy} onClick={() => withdraw.mutate({ id: way.request.id })}>
          Take the request back
        </Button>
      );
    case 'answer':
      return (
        <>
          <Button
            variant="danger-outline"
            disabled={busy || text.trim() === ''}
            onClick={() => reject.mutate({ id: way.request.id, reason: text })}
          >
            Say no
          </Button>
          <Button
            variant={off ? 'soft' : 'primary'}
            disabled={off || busy}
            onClick={() => approve.mutate({ id: way.request.id })}
          >
            Approve and publish version {next}
          </Button>
        </>
      );
  }
}
