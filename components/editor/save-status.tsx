'use client';

import { CircleAlert, CloudOff } from 'lucide-react';
import { Moment } from '#components/ui/moment.tsx';
import type { SaveState } from './draft-saver.ts';

/** Where the draft stands between this page and the server, in a word or a sentence. */
export function SaveStatus({ state }: { state: SaveState }) {
  return (
    <output className="min-w-0 text-body text-ink-3">
      <SaveWords state={state} />
    </output>
  );
}

function SaveWords({ state }: { state: SaveState }) {
  if (state.kind === 'saved') {
    return state.at === 0 ? (
      'Saved'
    ) : (
      <>
        Saved <Moment at={new Date(state.at)} format="clock" />
      </>
    );
  }
  if (state.kind === 'unsaved' || state.kind === 'saving') return 'Saving…';
  if (state.kind === 'conflict') {
    return (
      <span className="inline-flex items-center gap-1.5 text-held">
        <CircleAlert aria-hidden className="size-4" />
        Not saved: changed elsewhere
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-held" title={state.message}>
      <CloudOff aria-hidden className="size-4 shrink-0" />
      {state.kind === 'retrying' ? 'Not saved yet, trying again' : `Not saved: ${state.message}`}
    </span>
  );
}
