/**
 * "2 d 15 h 24 m", "2 h 34 m", "6 m 12 s", "12 s", "0.3 s".
 * Takes milliseconds; negative ones count as zero. Seconds disappear from an hour on.
 */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms <= 0) return '0 s';
  if (ms < 10_000) {
    const tenths = Math.round(ms / 100) / 10;
    return tenths === 0 ? 'under 0.1 s' : `${tenths} s`;
  }
  const seconds = Math.floor(ms / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts =
    days > 0
      ? [unit(days, 'd'), unit(hours, 'h'), unit(minutes, 'm')]
      : hours > 0
        ? [unit(hours, 'h'), unit(minutes, 'm')]
        : [unit(minutes, 'm'), unit(seconds % 60, 's')];
  return parts.filter((part) => part !== '').join(' ');
}

function unit(value: number, letter: string): string {
  return value === 0 ? '' : `${value} ${letter}`;
}
