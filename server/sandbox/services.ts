/** The names that the sandbox services go by, in faults, in calls and on screen. */
export const SANDBOX_SERVICES = ['smtp', 'slack', 'model', 'crm', 'http'] as const;

export type SandboxService = (typeof SANDBOX_SERVICES)[number];
