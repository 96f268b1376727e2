import { createContext } from './context.ts';
import { appRouter } from './router.ts';
import { createCallerFactory } from './trpc.ts';

const createCaller = createCallerFactory(appRouter);

/** The API for server components: the same procedures, permissions and outputs, without HTTP. */
export const callerFor = (headers: Headers): ReturnType<typeof createCaller> =>
  createCaller(createContext(headers));
