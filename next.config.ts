import type { NextConfig } from 'next';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
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
