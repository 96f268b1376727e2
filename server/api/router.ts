import { approvalsRouter } from './approvals/router.ts';
import { automationsRouter } from './automations/router.ts';
import { connectionsRouter } from './connections/router.ts';
import { contactsRouter } from './contacts/router.ts';
import { galleryRouter } from './gallery/router.ts';
import { healthRouter } from './health/router.ts';
import { migrationsRouter } from './migrations/router.ts';
import { navigationRouter } from './navigation/router.ts';
import { publishingRouter } from './publishing/router.ts';
import { reviewsRouter } from './reviews/router.ts';
import { runsRouter } from './runs/router.ts';
import { router } from './trpc.ts';
import { viewerRouter } from './viewer/router.ts';
import { workspaceRouter } from './workspace/router.ts';

/** Everything that the app can ask for: open a folder to see what an aggregate offers. */
export const appRouter = router({
  viewer: viewerRouter,
  navigation: navigationRouter,
  automations: automationsRouter,
  gallery: galleryRouter,
  migrations: migrationsRouter,
  runs: runsRouter,
  approvals: approvalsRouter,
  reviews: reviewsRouter,
  connections: connectionsRouter,
  contacts: contactsRouter,
  health: healthRouter,
  publishing: publishingRouter,
  workspace: workspaceRouter,
});

export type AppRouter = typeof appRouter;
