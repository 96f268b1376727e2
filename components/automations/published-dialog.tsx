'use client';

import { ArrowLeftRight } from 'lucide-react';
import Link from 'next/link';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

/** A version has just gone live: what can be done with the people who are still on the one before. */
export function PublishedDialog({
  automationId,
  version,
  before,
  onClose,
}: {
  automationId: string;
  version: number;
  /** The version that was live before; null when there was none. */
  before: number | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Version ${version} is live`}
      description={
        before === null
          ? 'From now on its trigger starts runs.'
          : `New runs start on it. Runs already on their way finish on version ${before}, unless you move them.`
      }
      footer={
        <>
          {before !== null && (
            <Button asChild>
              <Link href={`/automations/${automationId}/migrate?from=${before}&to=${version}`}>
                <ArrowLeftRight aria-hidden />
                Move people to version {version}…
              </Link>
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    />
  );
}
