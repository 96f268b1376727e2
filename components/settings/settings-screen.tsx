'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { WorkspaceSettings } from '#server/api/views/publishing-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Switch } from '#components/ui/switch.tsx';

/** What holds for the whole workspace, and who is in it. Owners change it, everybody may read it. */
export function SettingsScreen({
  settings,
  mayConfigure,
}: {
  settings: WorkspaceSettings;
  mayConfigure: boolean;
}) {
  return (
    <div className="flex min-h-full flex-col">
      <PageHeader title="Settings" note={`${settings.name}, times in ${settings.timezone}`} />
      <div className="flex max-w-[720px] flex-col gap-6 p-4 md:p-6">
        <section
          aria-labelledby="publishing"
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
        >
          <h2 id="publishing" className="text-section">
            Publishing
          </h2>
          <FourEyes on={settings.fourEyes} mayConfigure={mayConfigure} />
        </section>
        <section
          aria-labelledby="people"
          className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4"
        >
          <h2 id="people" className="text-section">
            People
          </h2>
          <ul className="flex flex-col">
            {settings.members.map((member) => (
              <li
                key={member.userId}
                className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 text-body last:border-b-0"
              >
                <span className="font-medium">{member.name}</span>
                <span className="text-ink-3">{member.email}</span>
                <span className="ml-auto text-ink-2 first-letter:uppercase">{member.role}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function FourEyes({ on, mayConfigure }: { on: boolean; mayConfigure: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const set = useMutation(
    trpc.workspace.setFourEyes.mutationOptions({ onSettled: () => router.refresh() }),
  );
  // Shown at once while it is being written; what the server says counts afterwards.
  const shown = set.isPending ? set.variables.on : on;
  return (
    <>
      <Switch
        label="Ask a second person before anything goes live"
        checked={shown}
        disabled={!mayConfigure || set.isPending}
        onCheckedChange={(next) => set.mutate({ on: next })}
      />
      <p className="text-body text-ink-2">
        {shown
          ? 'Whoever wants to publish asks for it, and another owner or editor approves it or says no. Any edit of the draft takes the request back. Programs cannot publish.'
          : 'Every owner and editor publishes by themselves.'}
      </p>
      {!mayConfigure && (
        <p className="text-caption text-ink-3">Only owners of the workspace change this.</p>
      )}
      {set.error !== null && (
        <p role="alert" className="text-body text-fail">
          {describeApiError(set.error)}
        </p>
      )}
    </>
  );
}
