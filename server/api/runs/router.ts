import { router } from '#server/api/trpc.ts';
import { cancel } from './cancel.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { retryStep } from './retry-step.ts';
import { replay } from './replay.ts';
import { sampleFrom } from './sample-from.ts';
import { skipTimer } from './skip-timer.ts';
import { timeline } from './timeline.ts';

export const runsRouter = router({
  list,
  get,
  timeline,
  cancel,
  skipTimer,
  retryStep,
  replay,
  sampleFrom,
});
