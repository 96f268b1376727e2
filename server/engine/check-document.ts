import type { Catalogue, Problem } from './definition.ts';
import type { AutomationDocument } from './document.ts';

/**
 * Parses a Liquid template and lists the paths of the variables that it needs, such as
 * `['steps', 'draft', 'output', 'text']`; loop variables and assignments are not among them.
 */
export type TemplateAnalyser = (
  template: string,
) => { ok: true; variables: readonly (readonly string[])[] } | { ok: false; message: string };

/** Everything that is wrong with a document, in the order of its steps. Signature is final. */
export function checkDocument(
  document: AutomationDocument,
  catalogue: Catalogue,
  templates: TemplateAnalyser,
): Problem[] {
  void document;
  void catalogue;
  void templates;
  return [];
}
