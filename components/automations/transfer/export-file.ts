import { exportDocument } from '#server/engine/edit/export-document.ts';
import type { AutomationDocument } from '#server/engine/document.ts';

/** What the exported file is called. */
export function exportFileName(slug: string): string {
  return `${slug}.automation.json`;
}

/** Hands the automation to the browser as a download. */
export function downloadDocument(document: AutomationDocument, slug: string): void {
  const file = new Blob([exportDocument(document)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = window.document.createElement('a');
  link.href = address;
  link.download = exportFileName(slug);
  link.click();
  // The download has the bytes once it has begun; some browsers begin it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Puts the automation on the clipboard, the same bytes as in the file. Rejects where that is refused. */
export async function copyDocument(document: AutomationDocument): Promise<void> {
  await navigator.clipboard.writeText(exportDocument(document));
}
