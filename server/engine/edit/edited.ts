import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import type { EdgeRef } from './change.ts';

/** What an edit may look at beyond the document. */
export interface EditEnv {
  readonly catalogue: Catalogue;
  /** Every step id that this automation has ever had: none of them is given to a new step. */
  readonly usedIds: ReadonlySet<string>;
}

/** Something to say about an edit that went through. */
export interface EditNotice {
  readonly code: 'unhealed' | 'dangling_edge';
  readonly stepId: string | null;
  /** One sentence. */
  readonly message: string;
}

/** Applied; the document is the same object where nothing changed. */
export interface Applied {
  readonly ok: true;
  readonly document: AutomationDocument;
  readonly notices: readonly EditNotice[];
}

/** The change does not fit this document (any more); nothing happened. */
export interface Refused {
  readonly ok: false;
  /** One sentence for the person who made the change. */
  readonly message: string;
}

export type Edited = Applied | Refused;

/** What deleting or taking out steps does to the edges around them. */
export interface Healing {
  readonly removed: readonly EdgeRef[];
  readonly added: readonly EdgeRef[];
  /** Edges whose way on is gone, and ambiguous: their ports are open now. */
  readonly opened: readonly EdgeRef[];
}

export function applied(
  document: AutomationDocument,
  notices: readonly EditNotice[] = [],
): Applied {
  return { ok: true, document, notices };
}

export function refused(message: string): Refused {
  return { ok: false, message };
}
