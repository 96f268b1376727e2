/** vitest's global setup: one Postgres for the whole run. */
import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresAdminUrl: string;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await startTestServer(process.env['HOLDFAST_TEST_TIMEZONE']);
  project.provide('postgresAdminUrl', server.adminUrl);
  return async () => server.stop();
};
