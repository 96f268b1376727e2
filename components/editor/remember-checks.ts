import { checkDocument } from '#server/engine/check-document.ts';
import type { Problem } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { type Analysis, analyseTemplate } from '#server/templates/analyse.ts';

/** More texts than an automation has; beyond that, what was typed long ago is forgotten. */
const MOST_TEXTS = 2_000;

/** Looks a draft over, and parses each of its texts once for as long as it reads the same. */
export function rememberChecks(): (document: AutomationDocument) => Problem[] {
  const known = new Map<string, Analysis>();
  const analyse = (template: string): Analysis => {
    const before = known.get(template);
    if (before !== undefined) return before;
    if (known.size >= MOST_TEXTS) known.clear();
    const analysis = analyseTemplate(template);
    known.set(template, analysis);
    return analysis;
  };
  return (document) => checkDocument(document, stepCatalogue, analyse);
}
