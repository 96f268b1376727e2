import type { Catalogue, Problem } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { Tx } from '#server/platform/db.ts';
import { findAutomationNamed } from '#server/store/child-runs.ts';

const KIND = 'run_automation';

/** The steps that a new run reaches without standing still anywhere. */
const reachedAtOnce = (document: AutomationDocument, catalogue: Catalogue): ReadonlySet<string> => {
  const kinds = new Map(document.steps.map((step) => [step.id, step.kind]));
  const reached = new Set<string>();
  const queue = ['trigger'];
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    const kind = kinds.get(from);
    if (kind !== undefined && catalogue.get(kind)?.waits === true) continue;
    for (const edge of document.edges) {
      if (edge.from !== from || reached.has(edge.to)) continue;
      reached.add(edge.to);
      queue.push(edge.to);
    }
  }
  return reached;
};

/**
 * What only the workspace can say of steps that run other automations: each must exist, and one
 * that starts itself without a wait before it is warned about.
 */
export const checkChildren = async (
  tx: Tx,
  automation: { readonly orgId: string; readonly id: string },
  document: AutomationDocument,
  catalogue: Catalogue,
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  const atOnce = reachedAtOnce(document, catalogue);
  for (const step of document.steps) {
    const named = step.config['automation'];
    if (step.kind !== KIND || step.disabled === true || typeof named !== 'string') continue;
    const target = await findAutomationNamed(tx, automation.orgId, named);
    const at = { stepId: step.id, field: 'automation' };
    if (target === null) {
      const message = `There is no automation “${named}” here. Choose another.`;
      problems.push({ severity: 'error', code: 'unknown_automation', ...at, message });
    } else if (target === automation.id && atOnce.has(step.id)) {
      const message =
        'This automation starts itself without ever waiting. Put a wait before this step.';
      problems.push({ severity: 'warning', code: 'starts_itself', ...at, message });
    }
  }
  return problems;
};
