/**
 * What the demo connections sign in with. These are stand-ins, not secrets: they open only the
 * sandbox services, which listen on this machine's loopback address.
 */
export interface SandboxCredentials {
  /** Any mailbox name signs in with this password. */
  readonly smtpPassword: string;
  readonly slackToken: string;
  readonly modelKey: string;
  readonly crmToken: string;
}

export const SANDBOX_CREDENTIALS: SandboxCredentials = {
  smtpPassword: 'sandbox-mailbox',
  slackToken: 'xoxb-sandbox-holdfast',
  modelKey: 'sk-sandbox-holdfast',
  crmToken: 'crm-sandbox-holdfast',
};
