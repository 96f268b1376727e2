import { router } from '#server/api/trpc.ts';
import { compare } from './compare.ts';
import { create } from './create.ts';
import { duplicate } from './duplicate.ts';
import { get } from './get.ts';
import { held } from './held.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';
import { restoreVersion } from './restore-version.ts';
import { runDemo } from './run-demo.ts';
import { runsPerStep } from './runs-per-step.ts';
import { saveDraft } from './save-draft.ts';
import { setStatus } from './set-status.ts';
import { startRun } from './start-run.ts';
import { summary } from './summary.ts';
import { testRun } from './test-run.ts';
import { version } from './version.ts';
import { versions } from './versions.ts';

export const automationsRouter = router({
  list,
  summary,
  get,
  create,
  saveDraft,
  publish,
  setStatus,
  held,
  duplicate,
  startRun,
  runDemo,
  testRun,
  version,
  versions,
  runsPerStep,
  compare,
  restoreVersion,
});
