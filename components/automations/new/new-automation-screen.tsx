import { ChevronLeft } from 'lucide-react';
import Link from 'next/link';
import { PageHeader } from '#components/ui/page-header.tsx';
import { type GalleryItem, GallerySection } from './gallery-section.tsx';
import { ImportNew } from './import-new.tsx';
import { StartEmpty } from './start-empty.tsx';

/** Three beginnings: empty, a file, or one of the gallery. */
export function NewAutomationScreen({
  gallery,
  timezone,
}: {
  gallery: readonly GalleryItem[];
  /** The workspace's: what a wait goes by where it does not go by the contact's. */
  timezone: string;
}) {
  return (
    <div className="flex min-h-full flex-col bg-ground">
      <PageHeader
        title="New automation"
        actions={
          <Link
            href="/automations"
            className="inline-flex items-center gap-1 text-body font-medium text-ink-2 hover:text-ink max-md:min-h-11"
          >
            <ChevronLeft aria-hidden className="size-4" />
            All automations
          </Link>
        }
      />
      <div className="flex max-w-[1180px] flex-col gap-6 p-4 md:p-6">
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <StartEmpty timezone={timezone} />
          <ImportNew />
        </div>
        <GallerySection items={gallery} />
      </div>
    </div>
  );
}
