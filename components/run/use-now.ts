'use client';

import { useEffect, useState } from 'react';

const TICK_MS = 5_000;

/**
 * The server's time, carried on by the reader's clock: only the difference is taken from it, so a
 * wrong clock shows no wrong "now". Starts as the server rendered it.
 */
export function useNow(serverNow: Date): Date {
  const [now, setNow] = useState(serverNow);
  const base = serverNow.getTime();
  useEffect(() => {
    const received = performance.now();
    setNow(new Date(base));
    const timer = setInterval(
      () => setNow(new Date(base + (performance.now() - received))),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, [base]);
  return now;
}
