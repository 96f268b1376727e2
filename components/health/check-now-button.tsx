'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';

/** Runs every check again. */
export function CheckNowButton() {
  const router = useRouter();
  const [checking, startChecking] = useTransition();
  return (
    <Button disabled={checking} onClick={() => startChecking(() => router.refresh())}>
      <RefreshCw aria-hidden />
      {checking ? 'Checking…' : 'Check now'}
    </Button>
  );
}
