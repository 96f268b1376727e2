'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { RadioCard, RadioCards } from '#components/ui/radio-card.tsx';
import { FormFooter } from './form-footer.tsx';
import type { FormProps } from './status-change.ts';

/** Whether the runs on their way go on or are held as well. Both can be taken back. */
export function PauseForm({ pending, onLeave, onChange }: FormProps) {
  const [runs, setRuns] = useState<'go_on' | 'hold'>('go_on');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ status: 'paused', holdRuns: runs === 'hold' });
      }}
    >
      <h3 id="runs" className="mb-2 text-section">
        Runs on their way
      </h3>
      <RadioCards
        aria-labelledby="runs"
        value={runs}
        onValueChange={(value) => setRuns(value as typeof runs)}
      >
        <RadioCard value="go_on" title="Go on to their end">
          Their waits end and their messages go out as planned.
        </RadioCard>
        <RadioCard value="hold" title="Are held where they stand">
          A call in flight ends; then no step begins, no wait ends and no deadline passes. Replies
          and decisions that come are kept, and what follows them waits. You are asked what to do
          with missed waits when you resume. Test runs go on.
        </RadioCard>
      </RadioCards>
      <FormFooter>
        <Button onClick={onLeave}>Keep it live</Button>
        <Button type="submit" variant="primary" disabled={pending}>
          {runs === 'hold' ? 'Pause and hold runs' : 'Pause'}
        </Button>
      </FormFooter>
    </form>
  );
}
