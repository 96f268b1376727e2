import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');
const exclude = ['node_modules/**', '.next/**', 'e2e/**', '.data/**'];

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest'),
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', NODE_ENV: 'test' },
    reporters: process.env['CI'] === undefined ? ['default'] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...exclude, '**/*.db.test.ts'],
          maxWorkers: 2,
          isolate: false,
          // Properties over many graphs take seconds on a busy machine; none of them waits for anything.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude,
          globalSetup: ['server/testing/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
