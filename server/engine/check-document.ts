import { checkConfigs } from './check-configs.ts';
import { checkEdges } from './check-edges.ts';
import { checkIds } from './check-ids.ts';
import { checkLoops } from './check-loops.ts';
import { checkReach } from './check-reach.ts';
import { checkScopes } from './check-scopes.ts';
import { checkTemplates, type TemplateAnalyser } from './check-templates.ts';
import { checkTrigger } from './check-trigger.ts';
import type { Catalogue, Problem } from './definition.ts';
import type { AutomationDocument } from './document.ts';
import { documentGraph } from './document-graph.ts';

export type { TemplateAnalyser } from './check-templates.ts';

/**
 * Everything that is wrong with a document: first what concerns all of it, then step by step in
 * the document's order. With an error in it, it cannot be published; a warning is only said.
 */
export function checkDocument(
  document: AutomationDocument,
  catalogue: Catalogue,
  templates: TemplateAnalyser,
): Problem[] {
  const graph = documentGraph(document, catalogue);
  const problems = [
    ...checkTrigger(graph),
    ...checkIds(graph),
    ...checkConfigs(graph),
    ...checkEdges(graph),
    ...checkReach(graph),
    ...checkLoops(graph),
    ...checkScopes(graph),
    ...checkTemplates(graph, templates),
  ];
  const order = new Map(document.steps.map(({ id }, index) => [id, index]));
  const place = ({ stepId }: Problem) => (stepId === null ? -1 : (order.get(stepId) ?? 0));
  return problems.sort((a, b) => place(a) - place(b));
}
