import type { NextConfig } from 'next';

/** No other site shows ours in a frame of its own, and no answer is taken for what it is not. */
const HEADERS = [
  {
    key: 'content-security-policy',
    value: "frame-ancestors 'none'; base-uri 'self'; object-src 'none'",
  },
  { key: 'x-frame-options', value: 'DENY' },
  { key: 'x-content-type-options', value: 'nosniff' },
  { key: 'referrer-policy', value: 'same-origin' },
];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  headers: async () => [{ source: '/:path*', headers: HEADERS }],
  // The checks run on their own; a build repeats none of them.
  typescript: { ignoreBuildErrors: true },
  // Drivers and loggers load files and workers of their own: they are required, not bundled.
  serverExternalPackages: [
    '@prisma/adapter-pg',
    '@prisma/client',
    '@slack/bolt',
    '@slack/web-api',
    'better-auth',
    'liquidjs',
    'mailparser',
    'nodemailer',
    'pg',
    'pg-boss',
    'pino',
    'prom-client',
    'smtp-server',
    'undici',
  ],
};

export default config;
