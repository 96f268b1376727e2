'use client';

import { Plus } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { InsertAt } from '#server/engine/edit/change.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';

/** "+": opens the step finder for this place. */
export function AddButton({
  at,
  label,
  landing = false,
}: {
  at: InsertAt;
  /** Where it is, for those who hear it. */
  label: string;
  landing?: boolean;
}) {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  if (!mayEdit) return null;
  return (
    <button
      type="button"
      // By keyboard a step is added from its card, by one key.
      tabIndex={-1}
      aria-label={label}
      title="Add a step here"
      onClick={(event) => {
        event.stopPropagation();
        const box = event.currentTarget.getBoundingClientRect();
        store
          .getState()
          .startAdding({ at, anchor: { x: box.left + box.width / 2, y: box.bottom } });
      }}
      className={cn(
        'nodrag nopan pointer-events-auto inline-flex size-[18px] items-center justify-center rounded-full border bg-surface text-ink-2 transition-colors before:absolute before:-inset-2 hover:border-accent hover:text-accent-text focus-visible:border-accent',
        landing ? 'border-accent bg-accent text-on-accent ring-4 ring-accent-soft' : 'border-edge',
      )}
    >
      <Plus aria-hidden className="size-3" />
    </button>
  );
}
