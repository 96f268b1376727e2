import { FlaskConicalOff } from 'lucide-react';
import Link from 'next/link';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';

/** Where real accounts are used, there is nothing to rehearse with. */
export function SandboxOff() {
  return (
    <>
      <PageHeader title="Sandbox" className="pb-4" />
      <div className="px-4 md:px-6">
        <EmptyState
          icon={FlaskConicalOff}
          title="The sandbox is switched off here"
          action={
            <Button asChild>
              <Link href="/connections">See the connections</Link>
            </Button>
          }
        >
          This installation uses real services. Start it without HOLDFAST_SANDBOX=off to have
          stand-ins for them.
        </EmptyState>
      </div>
    </>
  );
}
