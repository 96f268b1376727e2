/** A template after its references followed their steps. */
export interface RenamedTemplate {
  readonly text: string;
  /** Ids of the steps that it referred to before. */
  readonly references: readonly string[];
}

/**
 * Rewrites the references of a template by old and new step id; null where it does not parse. The
 * core knows no template language: `#server/templates/rename-references.ts` is handed in.
 */
export type RenameReferences = (
  template: string,
  renamed: ReadonlyMap<string, string>,
) => RenamedTemplate | null;
