/** The web process's services over a test database with the demo workspace in it. */
import { afterAll, beforeAll } from 'vitest';
import { createServices, useServices, type AppServices } from '#server/api/app-services.ts';
import { readEnv } from '#server/platform/env.ts';
import { DEMO_PASSWORD } from '#server/runtime/demo-workspace.ts';
import { seed } from '#server/runtime/seed-demo.ts';
import type { TestDatabase } from './test-database.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import type { TestSandbox } from './test-sandbox.ts';

export const TEST_APP_URL = 'http://localhost:3000';

/** `const services = testServices(db)` after `testDatabase()`, and after `testSandbox(db)` if any. */
export const testServices = (db: TestDatabase, box?: TestSandbox): (() => AppServices) => {
  let services: AppServices | undefined;
  beforeAll(async () => {
    const env = readEnv({
      NODE_ENV: 'test',
      HOLDFAST_SANDBOX: 'on',
      APP_URL: TEST_APP_URL,
      HOLDFAST_POOL_API: '5',
      HOLDFAST_SWEEP_MS: '100',
      HOLDFAST_POLL_MS: '50',
      // Clickers in Slack are told at the stand-in of testSandbox.
      HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
      ...(box === undefined
        ? {}
        : {
            SANDBOX_PORT: String(box.sandbox.httpPort),
            SANDBOX_SMTP_PORT: String(box.sandbox.smtpPort),
          }),
    });
    const options = { env, secrets: TEST_SECRETS, connectionString: db.url };
    await seed(options);
    services = createServices(options);
    useServices(services);
  });
  afterAll(async () => {
    useServices(null);
    await services?.stop();
  });
  return () => {
    if (services === undefined) throw new Error('The services exist only while tests run.');
    return services;
  };
};

/** Headers of a signed-in browser. */
export const signIn = async (services: AppServices, email: string): Promise<Headers> => {
  const { headers } = await services.auth.api.signInEmail({
    body: { email, password: DEMO_PASSWORD },
    headers: new Headers({ origin: TEST_APP_URL }),
    returnHeaders: true,
  });
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return new Headers({ cookie, origin: TEST_APP_URL });
};
