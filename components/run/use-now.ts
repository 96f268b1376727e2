'use client';

import { useEffect, useMemo, useState } from 'react';

const TICK_MS = 5_000;

/**
 * The server's time, carried on by the reader's clock: only the difference is taken from it, so a
 * wrong clock shows no wrong "now". Starts as the server rendered it.
 */
export function useNow(serverNow: Date): Date {
  const base = serverNow.getTime();
  const [passed, setPassed] = useState({ base, ms: 0 });
  useEffect(() => {
    const received = performance.now();
    const timer = setInterval(() => setPassed({ base, ms: performance.now() - received }), TICK_MS);
    return () => clearInterval(timer);
  }, [base]);
  const ms = passed.base === base ? passed.ms : 0;
  return useMemo(() => new Date(base + ms), [base, ms]);
}
