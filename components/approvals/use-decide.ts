'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ApprovalView } from '#server/api/views/run-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC, useTRPCClient } from '#components/trpc/trpc.ts';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { approvalTitle, refusedSentence } from './approval-words.ts';

export interface Decide {
  readonly decide: (decision: 'approved' | 'rejected', comment: string) => void;
  readonly pending: boolean;
  /** Why the last answer was not counted, for a person to read. */
  readonly refusal: string | null;
}

/**
 * Sends a decision on exactly the content that was shown. A refusal is looked up again, so that it
 * names who decided in the words of the record and not of a race.
 */
export function useDecide(approval: ApprovalView): Decide {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const zone = useReaderZone();
  const [refusal, setRefusal] = useState<string | null>(null);

  const mutation = useMutation(
    trpc.approvals.decide.mutationOptions({
      onSuccess: async (answer) => {
        if (answer.kind === 'decided') {
          toast.success(
            answer.decision === 'approved'
              ? `Approved for ${approvalTitle(approval)}. The run goes on.`
              : `Rejected for ${approvalTitle(approval)}.`,
          );
          router.refresh();
          return;
        }
        const current = await client.approvals.get.query({ id: approval.id }).catch(() => null);
        const told =
          current === null || current.status === 'open'
            ? answer.message
            : refusedSentence(current, zone, new Date());
        setRefusal(told);
        // The request leaves the list with the next refresh; the words must outlive it.
        toast.error(told, { duration: 15_000 });
        router.refresh();
      },
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );

  return {
    decide: (decision, comment) =>
      mutation.mutate({
        id: approval.id,
        decision,
        digest: approval.digest,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      }),
    pending: mutation.isPending,
    refusal,
  };
}
