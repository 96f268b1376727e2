'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { ReaderZone } from '#components/ui/reader-zone.tsx';
import type { NavigationCounts, Viewer } from '#server/api/views/workspace-view.ts';
import { FindAnything } from './find-anything.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { Rail } from './rail.tsx';
import { ViewerProvider } from './viewer-context.tsx';

/** Everything around a page: the rail or the phone's bar, the finder, and who is reading where. */
export function AppShell({
  viewer,
  counts,
  children,
}: {
  viewer: Viewer;
  counts: NavigationCounts;
  children: ReactNode;
}) {
  const [finding, setFinding] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A page with commands of its own may have taken the key.
      if (event.defaultPrevented) return;
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setFinding(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const find = (): void => setFinding(true);

  return (
    <ViewerProvider viewer={viewer}>
      <ReaderZone zone={viewer.timezone}>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-1.5 text-body text-on-accent focus:translate-y-0"
        >
          Skip to the content
        </a>
        <div className="flex h-dvh max-md:flex-col">
          <Rail viewer={viewer} counts={counts} onFind={find} />
          <main
            id="main"
            tabIndex={-1}
            className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-ground outline-none"
          >
            {children}
          </main>
          <PhoneBar viewer={viewer} counts={counts} onFind={find} />
        </div>
        <FindAnything open={finding} onOpenChange={setFinding} />
      </ReaderZone>
    </ViewerProvider>
  );
}
