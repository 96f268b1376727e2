'use client';

import { Copy, Download } from 'lucide-react';
import { toast } from 'sonner';
import {
  copyDocument,
  downloadDocument,
  exportFileName,
} from '#components/automations/transfer/export-file.ts';
import { useDocument, useFacts } from '#components/editor/editor-context.tsx';
import { Button } from '#components/ui/button.tsx';

/** The draft as it is now, saved or not. */
export function ExportSection() {
  const { detail } = useFacts();
  const document = useDocument();
  const copy = async (): Promise<void> => {
    try {
      await copyDocument(document);
      toast.success('The draft is on the clipboard.');
    } catch {
      toast.error('The browser did not let us copy. Download the file instead.');
    }
  };
  return (
    <section aria-labelledby="export" className="flex flex-col gap-2">
      <h3 id="export" className="text-section">
        Export this draft
      </h3>
      <div className="flex flex-wrap gap-2">
        <Button
          className="max-w-full max-md:h-11"
          onClick={() => downloadDocument(document, detail.slug)}
        >
          <Download aria-hidden />
          <span className="truncate">Download {exportFileName(detail.slug)}</span>
        </Button>
        <Button className="max-md:h-11" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy as JSON
        </Button>
      </div>
    </section>
  );
}
