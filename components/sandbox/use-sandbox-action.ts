'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { sandboxRequest } from './sandbox-request.ts';

export interface SandboxAction {
  readonly busy: boolean;
  /** Sends it and reads the page anew. True when the sandbox took it. */
  readonly send: (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<boolean>;
}

/** One change at a time; a refusal becomes a toast in the sandbox's words. */
export function useSandboxAction(done?: string): SandboxAction {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    send: async (method, path, body) => {
      setBusy(true);
      const answer = await sandboxRequest(method, path, body);
      setBusy(false);
      if (!answer.ok) toast.error(answer.message);
      else if (done !== undefined) toast.success(done);
      router.refresh();
      return answer.ok;
    },
  };
}
