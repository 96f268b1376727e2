import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function NotFound() {
  return (
    <div className="p-4 md:p-6">
      <EmptyState
        icon={SearchX}
        title="There is nothing at this address"
        action={
          <Button asChild>
            <Link href="/runs">Go to the runs</Link>
          </Button>
        }
      >
        It may belong to another workspace, or the link may be cut short.
      </EmptyState>
    </div>
  );
}
