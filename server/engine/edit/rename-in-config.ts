import { OPERATORS } from '../compare-values.ts';
import type { Catalogue } from '../definition.ts';
import type { DocumentStep } from '../document.ts';
import { renameDataPath } from './rename-data-path.ts';
import type { RenameReferences } from './rename-references.ts';

/** A step that a field refers to, by its id from before. */
export interface FieldReference {
  readonly field: string;
  readonly stepId: string;
}

export interface RenamedConfig {
  readonly config: DocumentStep['config'];
  readonly references: readonly FieldReference[];
  /** Fields whose template does not parse: they stay as they are. */
  readonly unreadable: readonly string[];
}

interface Renaming {
  readonly renamed: ReadonlyMap<string, string>;
  readonly renameReferences: RenameReferences;
  readonly isTemplate: (field: string, text: string) => boolean;
  readonly references: FieldReference[];
  readonly unreadable: string[];
}

/** A step's settings with every reference to a step under its new id, in templates and conditions. */
export function renameInConfig(
  step: DocumentStep,
  renamed: ReadonlyMap<string, string>,
  using: { readonly catalogue: Catalogue; readonly renameReferences: RenameReferences },
): RenamedConfig {
  const renaming: Renaming = {
    renamed,
    renameReferences: using.renameReferences,
    isTemplate: templatesOf(step, using.catalogue),
    references: [],
    unreadable: [],
  };
  const entries = Object.entries(step.config).map(
    ([key, value]) => [key, rename(value, key, renaming)] as const,
  );
  const { references, unreadable } = renaming;
  return { config: Object.fromEntries(entries), references, unreadable };
}

/** What a kind calls a template; where that cannot be asked yet, whatever looks like one. */
function templatesOf(step: DocumentStep, catalogue: Catalogue): Renaming['isTemplate'] {
  const definition = catalogue.get(step.kind);
  const parsed = definition?.config.safeParse(step.config);
  if (definition === undefined || parsed?.success !== true) {
    return (_field, text) => /\{[{%]/.test(text);
  }
  const fields = new Set(definition.templates(parsed.data).map(({ field }) => field));
  return (field) => fields.has(field);
}

function rename(value: unknown, field: string, renaming: Renaming): unknown {
  if (typeof value === 'string') return renameText(value, field, renaming);
  if (Array.isArray(value)) {
    return value.map((item, index) => rename(item, `${field}.${index}`, renaming));
  }
  if (typeof value !== 'object' || value === null) return value;
  const isTest = isComparison(value);
  const entries = Object.entries(value).map(([key, inner]) => {
    const at = `${field}.${key}`;
    if (isTest && key === 'left') return [key, renamePath(String(inner), at, renaming)] as const;
    return [key, rename(inner, at, renaming)] as const;
  });
  return Object.fromEntries(entries);
}

function renameText(text: string, field: string, renaming: Renaming): string {
  if (!renaming.isTemplate(field, text)) return text;
  const result = renaming.renameReferences(text, renaming.renamed);
  if (result === null) {
    renaming.unreadable.push(field);
    return text;
  }
  for (const stepId of result.references) renaming.references.push({ field, stepId });
  return result.text;
}

function renamePath(path: string, field: string, renaming: Renaming): string {
  const result = renameDataPath(path, renaming.renamed);
  if (result.reference !== null) renaming.references.push({ field, stepId: result.reference });
  return result.path;
}

const COMPARING: ReadonlySet<unknown> = new Set(OPERATORS);

/** A comparison, wherever in the settings it stands. */
function isComparison(value: object): boolean {
  return (
    'left' in value &&
    typeof value.left === 'string' &&
    'operator' in value &&
    COMPARING.has(value.operator)
  );
}
