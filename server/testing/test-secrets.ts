import type { Secrets } from '#server/platform/secrets.ts';

/** Secrets of test processes: the same everywhere, so that what one seals another opens. */
export const TEST_SECRETS: Secrets = {
  authSecret: 'auth-secret-for-tests',
  credentialsKey: 'ab'.repeat(32),
  slackSigningSecret: 'slack-signing-secret-for-tests',
  inboundMailSecret: 'inbound-mail-secret-for-tests',
  apiKey: 'hf_api-key-for-tests',
};
