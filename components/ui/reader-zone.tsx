'use client';

import { type ReactNode, createContext, useContext } from 'react';

/** The zone that times are shown in. It comes with the page, so server and browser agree. */
const ReaderZoneContext = createContext('UTC');

export function ReaderZone({ zone, children }: { zone: string; children: ReactNode }) {
  return <ReaderZoneContext value={zone}>{children}</ReaderZoneContext>;
}

export function useReaderZone(): string {
  return useContext(ReaderZoneContext);
}
