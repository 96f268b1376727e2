import {
  compareDocuments,
  countChanges,
  type DocumentChanges,
} from '#server/engine/compare-documents.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { adoptDocument } from '#server/engine/edit/adopt-document.ts';
import type { ReplaceDocument } from '#server/engine/edit/change.ts';
import { exportDocument } from '#server/engine/edit/export-document.ts';
import type { History } from '#server/engine/edit/history.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { renameReferences } from '#server/templates/rename-references.ts';

/** What importing into an open draft would do. */
export interface Replacement {
  readonly change: ReplaceDocument;
  readonly changes: DocumentChanges;
  /** How much differs, moved cards and notes together counted as one; 0: it is this very draft. */
  readonly count: number;
  /** Ids of the file that stand for other steps here, and what they become. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Nothing differs but where cards stand, or the notes. */
  readonly onlyPlaces: boolean;
}

/** Nothing is changed yet: the change is one edit, to be applied by the store and undone as one. */
export function planReplacement(
  imported: AutomationDocument,
  { document, usedIds }: Pick<History, 'document' | 'usedIds'>,
): Replacement {
  const { change, renamed } = adoptDocument(imported, {
    document,
    usedIds,
    catalogue: stepCatalogue,
    renameReferences,
  });
  const [before, after] = [asExported(document), asExported(change.document)];
  const changes = compareDocuments(before, after);
  const said = countChanges(changes);
  const same = exportDocument(before) === exportDocument(after);
  return {
    change,
    changes,
    renamed,
    count: same ? 0 : Math.max(1, said),
    onlyPlaces: !same && said === 0,
  };
}

/** In the order of a file, so that settings in another order are no difference. */
function asExported(document: AutomationDocument): AutomationDocument {
  return JSON.parse(exportDocument(document)) as AutomationDocument;
}
