import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import type { AutomationDocument } from '#server/engine/document.ts';

/** Makes an automation of a document and opens its editor. */
export function useCreate(): { create: (document: AutomationDocument) => void; pending: boolean } {
  const trpc = useTRPC();
  const router = useRouter();
  const { mutate, isPending, isSuccess } = useMutation(
    trpc.automations.create.mutationOptions({
      onSuccess: ({ id }) => router.push(`/automations/${id}/edit`),
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  // While the editor is on its way, a second press would make a second draft.
  return { create: (document) => mutate({ document }), pending: isPending || isSuccess };
}
