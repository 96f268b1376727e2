import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import type { ReplaceDocument } from './change.ts';
import { mintStepId } from './mint-step-id.ts';
import { renameInConfig } from './rename-in-config.ts';
import type { RenameReferences } from './rename-references.ts';

export interface AdoptInto {
  readonly document: AutomationDocument;
  readonly usedIds: ReadonlySet<string>;
  readonly catalogue: Catalogue;
  readonly renameReferences: RenameReferences;
}

/**
 * The change by which an imported document takes the place of a draft. A step keeps its id, so that
 * an export of this very automation comes back as it was; but where the id stands for a step of
 * another kind here, it gets a new one, and all that refers to it follows.
 */
export function adoptDocument(
  imported: AutomationDocument,
  into: AdoptInto,
): { readonly change: ReplaceDocument; readonly renamed: ReadonlyMap<string, string> } {
  const renamed = newIds(imported, into);
  const document = renamed.size === 0 ? imported : underNewIds(imported, renamed, into);
  return { change: { kind: 'replace_document', document, because: 'import' }, renamed };
}

function newIds(imported: AutomationDocument, into: AdoptInto): Map<string, string> {
  const kinds = new Map(into.document.steps.map(({ id, kind }) => [id, kind]));
  const used = new Set([...into.usedIds, ...kinds.keys(), ...imported.steps.map(({ id }) => id)]);
  const renamed = new Map<string, string>();
  for (const { id, kind } of imported.steps) {
    if (!kinds.has(id) || kinds.get(id) === kind) continue;
    const to = mintStepId(id.replace(/_\d+$/, ''), used);
    used.add(to);
    renamed.set(id, to);
  }
  return renamed;
}

function underNewIds(
  imported: AutomationDocument,
  renamed: ReadonlyMap<string, string>,
  into: AdoptInto,
): AutomationDocument {
  const nameOf = (id: string): string => renamed.get(id) ?? id;
  const layout = Object.entries(imported.layout ?? {}).map(
    ([id, place]) => [nameOf(id), place] as const,
  );
  return {
    ...imported,
    steps: imported.steps.map(({ compensateWith, ...step }) => ({
      ...step,
      id: nameOf(step.id),
      config: renameInConfig(step, renamed, into).config,
      ...(compensateWith === undefined ? {} : { compensateWith: nameOf(compensateWith) }),
    })),
    edges: imported.edges.map((edge) => ({
      ...edge,
      from: nameOf(edge.from),
      to: nameOf(edge.to),
    })),
    ...(layout.length === 0 ? {} : { layout: Object.fromEntries(layout) }),
  };
}
