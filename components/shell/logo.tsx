/** The mark: a stem that holds by three roots. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className="shrink-0">
      <rect width="24" height="24" rx="6" className="fill-ink" />
      <path
        d="M12 4.5v14M5.5 18.5h13M12 8.5c-2.6 1.7-4.3 5-4.6 10M12 8.5c2.6 1.7 4.3 5 4.6 10"
        fill="none"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-surface"
      />
    </svg>
  );
}
