import { cn } from './cn.ts';

/** Neutral initials: the name is always beside them, so they are hidden from readers. */
export function Avatar({ name, size = 24 }: { name: string; size?: 20 | 24 | 32 }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-full border border-line bg-sunken font-semibold text-ink-2',
        size === 20 && 'size-5 text-mark',
        size === 24 && 'size-6 text-mark',
        size === 32 && 'size-8 text-tag',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstLetter(words[0]) ?? '?';
  const last = words.length > 1 ? (firstLetter(words.at(-1)) ?? '') : '';
  return `${first}${last}`.toUpperCase();
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As a reader sees it: an accent or a flag belongs to its letter. */
function firstLetter(word: string | undefined): string | undefined {
  return [...letters.segment(word ?? '')][0]?.segment;
}
