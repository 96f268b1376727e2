'use client';

import { useMutation } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import type { ConnectionView } from '#server/api/views/workspace-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { resumedWords } from './resumed-words.ts';

/** Tries the connection and lets every run that was parked on it go on from where it stands. */
export function ReconnectButton({
  connection,
  primary,
}: {
  connection: ConnectionView;
  primary: boolean;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const reconnect = useMutation(
    trpc.connections.reconnect.mutationOptions({
      onSuccess: (answer) => {
        toast.success(`${connection.label} is reconnected. ${resumedWords(answer)}`.trim());
        router.refresh();
      },
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      disabled={reconnect.isPending}
      onClick={() => reconnect.mutate({ id: connection.id })}
    >
      <Plug aria-hidden />
      {reconnect.isPending ? 'Reconnecting…' : 'Reconnect'}
    </Button>
  );
}
