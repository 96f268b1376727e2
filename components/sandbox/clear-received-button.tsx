'use client';

import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useSandboxAction } from './use-sandbox-action.ts';

/** Forgets what the sandbox received. The product's own runs and records stay. */
export function ClearReceivedButton() {
  const [open, setOpen] = useState(false);
  const { busy, send } = useSandboxAction('The sandbox has forgotten everything received.');
  const clear = async (): Promise<void> => {
    if (await send('DELETE', '/received')) setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden />
        Clear everything received…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="medium"
        title="Clear everything received?"
        description="Messages, mail, records and calls of all sandbox services are forgotten. Runs stay as they are, and how the services behave stays too. This cannot be taken back."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button variant="danger" disabled={busy} onClick={() => void clear()}>
              Clear everything
            </Button>
          </>
        }
      />
    </>
  );
}
