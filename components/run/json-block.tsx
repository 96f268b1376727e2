/** Raw data, as it is kept: for those who have to look. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return (
    <pre
      aria-label={label}
      // Long data scrolls sideways, which needs a way there for the keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-control bg-sunken px-3 py-2 font-mono text-caption text-ink"
    >
      {JSON.stringify(value, null, 2) ?? 'nothing'}
    </pre>
  );
}
