import { router } from '#server/api/trpc.ts';
import { counts } from './counts.ts';

export const navigationRouter = router({ counts });
