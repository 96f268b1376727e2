import { expect, it } from 'vitest';
import config from '../next.config.ts';

it('every page says that it belongs into no frame and is what it says', async () => {
  const [everywhere] = (await config.headers?.()) ?? [];
  expect(everywhere?.source).toBe('/:path*');
  const named = Object.fromEntries(everywhere?.headers.map(({ key, value }) => [key, value]) ?? []);
  expect(named).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  });
});
