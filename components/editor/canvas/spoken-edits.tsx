'use client';

import { useEffect, useState } from 'react';
import { useEditorStore } from '#components/editor/editor-context.tsx';
import { editWords, whatHappened } from './edit-words.ts';

/** Says each edit, for those who do not see the drawing change. */
export function SpokenEdits() {
  const store = useEditorStore();
  const [said, setSaid] = useState({ nr: 0, words: '' });
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const happened = whatHappened(before.history, now.history);
        const words = happened === null ? null : editWords(happened);
        if (words !== null) setSaid(({ nr }) => ({ nr: nr + 1, words }));
      }),
    [store],
  );
  return (
    <output aria-label="Last edit" className="sr-only">
      {/* The same sentence twice is heard twice: a new element is a new announcement. */}
      <span key={said.nr}>{said.words}</span>
    </output>
  );
}
