import type { Catalogue } from '#server/engine/definition.ts';
import { documentSchema } from '#server/engine/document.ts';
import { compilePlan, type Plan } from '#server/engine/plan.ts';
import type { Tx } from '#server/platform/db.ts';
import { readVersions, type VersionKey } from '#server/store/automation-versions.ts';

/** Plans kept per process; a thousand of a few kilobytes each. */
const CAPACITY = 1000;

export interface PlanCache {
  /** The plans of these versions, by `versionId`; what is missing is read in one statement. */
  get(tx: Tx, keys: readonly VersionKey[]): Promise<ReadonlyMap<string, Plan>>;
}

export const versionId = (key: VersionKey): string => `${key.automationId}@${key.version}`;

/** A published version never changes, so an entry is never stale: only the oldest make room. */
export const createPlanCache = (catalogue: Catalogue): PlanCache => {
  const kept = new Map<string, Plan>();
  const remember = (id: string, plan: Plan): void => {
    kept.set(id, plan);
    if (kept.size <= CAPACITY) return;
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  };
  return {
    get: async (tx, keys) => {
      const wanted = new Map(keys.map((key) => [versionId(key), key]));
      const found = new Map<string, Plan>();
      const missing: VersionKey[] = [];
      for (const [id, key] of wanted) {
        const plan = kept.get(id);
        if (plan === undefined) missing.push(key);
        else found.set(id, plan);
      }
      if (missing.length === 0) return found;
      for (const row of await readVersions(tx, missing)) {
        const plan = compilePlan(documentSchema.parse(row.document), catalogue);
        found.set(versionId(row), plan);
        remember(versionId(row), plan);
      }
      return found;
    },
  };
};
