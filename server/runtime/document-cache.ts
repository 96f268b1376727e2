import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import type { Tx } from '#server/platform/db.ts';
import { readVersions, type VersionKey } from '#server/store/automation-versions.ts';

/** Documents kept per process; a thousand of a few kilobytes each. */
const CAPACITY = 1000;

export interface DocumentCache {
  /** The documents of these versions, read in one statement where any is missing. */
  get(tx: Tx, keys: readonly VersionKey[]): Promise<ReadonlyMap<string, AutomationDocument>>;
}

export const versionId = (key: VersionKey): string => `${key.automationId}@${key.version}`;

/** A published version never changes, so an entry is never stale: only the oldest make room. */
export const createDocumentCache = (): DocumentCache => {
  const kept = new Map<string, AutomationDocument>();
  const remember = (id: string, document: AutomationDocument): void => {
    kept.set(id, document);
    if (kept.size <= CAPACITY) return;
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  };
  return {
    get: async (tx, keys) => {
      const wanted = new Map(keys.map((key) => [versionId(key), key]));
      const missing = [...wanted].filter(([id]) => !kept.has(id)).map(([, key]) => key);
      const found = new Map<string, AutomationDocument>();
      for (const id of wanted.keys()) {
        const document = kept.get(id);
        if (document !== undefined) found.set(id, document);
      }
      if (missing.length === 0) return found;
      for (const row of await readVersions(tx, missing)) {
        const document = documentSchema.parse(row.document);
        found.set(versionId(row), document);
        remember(versionId(row), document);
      }
      return found;
    },
  };
};
