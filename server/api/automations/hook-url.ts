import type { AutomationDocument } from '#server/engine/document.ts';

/** Where a webhook trigger listens; null for other triggers. */
export const hookUrlOf = (
  appUrl: string,
  document: AutomationDocument,
  hookId: string,
): string | null => (document.trigger.kind === 'webhook' ? `${appUrl}/hooks/${hookId}` : null);
