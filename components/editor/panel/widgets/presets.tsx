'use client';

/** Usual values, one press away. */
export function Presets<Value>({
  label,
  value,
  presets,
  onChoose,
}: {
  label: string;
  value: unknown;
  presets: readonly { readonly value: Value; readonly label: string }[];
  onChoose: (value: Value) => void;
}) {
  if (presets.length === 0) return null;
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1.5">
      {presets.map((preset) => (
        <button
          key={preset.label}
          type="button"
          aria-pressed={preset.value === value}
          onClick={() => onChoose(preset.value)}
          className="h-6 rounded-control border border-line bg-surface px-2 text-caption text-ink-2 transition-colors hover:border-edge aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-9"
        >
          {preset.label}
        </button>
      ))}
    </fieldset>
  );
}
