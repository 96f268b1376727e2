import { checkDocument, type TemplateAnalyser } from './check-document.ts';
import type { AutomationDocument } from './document.ts';
import { testingCatalogue } from './testing-catalogue.ts';
import { testDocument } from './testing-run.ts';

/** Reads `{{ a.b }}`; an unclosed one does not parse. Enough of Liquid for these tests. */
const analyse: TemplateAnalyser = (template) => {
  const found = [...template.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)];
  return template.split('{{').length - 1 === found.length
    ? { ok: true, variables: found.map(([, path = '']) => path.split('.')) }
    : { ok: false, message: 'Close the "{{".' };
};

export const check = (document: AutomationDocument) =>
  checkDocument(document, testingCatalogue, analyse);
/** `code step`, in the order of the steps. */
export const codes = (document: AutomationDocument) =>
  check(document).map(({ code, stepId }) => (stepId === null ? code : `${code} ${stepId}`));

export type Steps = Parameters<typeof testDocument>[0];
export type Edges = Parameters<typeof testDocument>[1];
export const codesOf = (steps: Steps, edges: Edges = [], settings: object = {}) =>
  codes(testDocument(steps, edges, settings));
