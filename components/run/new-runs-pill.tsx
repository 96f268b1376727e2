import { ArrowUp } from 'lucide-react';

/** Says that runs have started, and shows them when asked: what is being read never moves. */
export function NewRunsPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <span aria-live="polite">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="inline-flex h-7 animate-appear items-center gap-1.5 rounded-full bg-accent px-3 text-caption font-semibold text-on-accent transition-colors hover:bg-accent-strong tabular"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {count} new {count === 1 ? 'run' : 'runs'}
        </button>
      )}
    </span>
  );
}
