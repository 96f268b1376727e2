/** Raw data, as it is kept: for those who have to look. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return (
    <pre
      aria-label={label}
      className="rounded-control bg-sunken px-3 py-2 font-mono text-caption break-words whitespace-pre-wrap text-ink"
    >
      {JSON.stringify(value, null, 2) ?? 'nothing'}
    </pre>
  );
}
