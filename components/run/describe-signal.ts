import { RUN_FINISHED } from '#server/engine/run-finished.ts';
import type { TransitionBody } from '#server/engine/transition.ts';
import type { FactText } from './timeline-entry.ts';

const REPLY = 'email.reply';

/** What came from outside the run, and from the runs that it started. */
export function describeSignal(body: TransitionBody): FactText | null {
  switch (body.type) {
    case 'child.started':
      return { rest: 'Started another run', href: `/runs/${body.data.childRunId}` };
    case 'signal.awaited':
      return describeAwaited(body.data.signal);
    case 'signal.received': {
      const { signal, early } = body.data;
      if (signal === RUN_FINISHED) return { rest: 'The run that it started has ended' };
      const what = signal === REPLY ? 'Reply received' : `“${signal}” received`;
      return { rest: early ? `${what}, before the wait began` : what };
    }
    default:
      return null;
  }
}

function describeAwaited(signal: string): FactText {
  if (signal === RUN_FINISHED) return { rest: 'Waiting for it to end', quiet: true };
  return { rest: signal === REPLY ? 'Listening for a reply' : `Listening for “${signal}”` };
}
