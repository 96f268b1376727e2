import type { ReactNode } from 'react';

/** The end of a form inside a dialog: the safe button first, the act last. */
export function FormFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="-mx-5 mt-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
      {children}
    </footer>
  );
}
