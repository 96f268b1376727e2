import { router } from '#server/api/trpc.ts';
import { get } from './get.ts';
import { setFourEyes } from './set-four-eyes.ts';

export const workspaceRouter = router({ get, setFourEyes });
