import { router } from '#server/api/trpc.ts';
import { cancel } from './cancel.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { preview } from './preview.ts';
import { propose } from './propose.ts';
import { runs } from './runs.ts';
import { start } from './start.ts';

export const migrationsRouter = router({ propose, preview, start, get, list, runs, cancel });
