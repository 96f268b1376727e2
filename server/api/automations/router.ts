import { router } from '#server/api/trpc.ts';
import { create } from './create.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';
import { runDemo } from './run-demo.ts';
import { saveDraft } from './save-draft.ts';
import { setStatus } from './set-status.ts';
import { startRun } from './start-run.ts';
import { summary } from './summary.ts';

export const automationsRouter = router({
  list,
  summary,
  get,
  create,
  saveDraft,
  publish,
  setStatus,
  startRun,
  runDemo,
});
