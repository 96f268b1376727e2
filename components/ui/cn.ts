import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['title', 'heading', 'sentence', 'section', 'body', 'caption', 'tag', 'mark'],
      radius: ['tag', 'control', 'card', 'dialog'],
      shadow: ['rest', 'float', 'dialog'],
      spacing: ['bar', 'rail', 'rail-narrow', 'panel', 'row', 'row-tall'],
    },
  },
});

/** Joins class names; where two of them set the same thing, the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
