'use client';

import { Button } from '#components/ui/button.tsx';
import { type ListedVersion, VersionChoice } from './version-choice.tsx';

/** All versions, newest first, page by page. */
export function VersionChoices({
  versions,
  shown,
  more,
  onChoose,
}: {
  versions: readonly ListedVersion[];
  shown: number | null;
  /** Reads older ones; null when there are none. */
  more: { readonly loading: boolean; readonly load: () => void } | null;
  onChoose: (version: number) => void;
}) {
  return (
    <div className="min-h-0 overflow-y-auto border-line max-md:max-h-[30dvh] max-md:border-b md:w-[280px] md:shrink-0 md:border-r">
      <ul aria-label="Versions" className="flex flex-col">
        {versions.map((version) => (
          <VersionChoice
            key={version.version}
            version={version}
            shown={version.version === shown}
            onChoose={() => onChoose(version.version)}
          />
        ))}
      </ul>
      {more !== null && (
        <div className="p-3">
          <Button size="compact" disabled={more.loading} onClick={more.load}>
            {more.loading ? 'Loading…' : 'Older versions'}
          </Button>
        </div>
      )}
    </div>
  );
}
