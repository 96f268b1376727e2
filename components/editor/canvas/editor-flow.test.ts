import { describe, expect, it } from 'vitest';
import type { CardExtras } from '#components/graph/graph-marks.ts';
import { readGraph } from '#components/graph/graph-model.ts';
import { FULL_SIZES } from '#components/graph/graph-sizes.ts';
import { placeGraph } from '#components/graph/layout-graph.ts';
import { rankGraph } from '#components/graph/rank-graph.ts';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { rememberFlow } from './editor-flow.ts';

function placed(document: AutomationDocument) {
  const model = readGraph(document, stepCatalogue, { impliedEnds: false });
  return placeGraph(model, FULL_SIZES, rankGraph(model, FULL_SIZES), document.layout ?? {});
}

const calm = {
  selection: [] as readonly string[],
  extras: new Map<string, CardExtras>(),
  dragged: new Map(),
};

describe('what the canvas is told to draw', () => {
  it('is the very same list when nothing that is drawn has changed', () => {
    const flow = rememberFlow();
    const first = flow.nodes(placed(demoDocument), calm);
    const lines = flow.edges(placed(demoDocument), [], null);
    expect(flow.nodes(placed({ ...demoDocument }), { ...calm, selection: [] })).toBe(first);
    expect(flow.edges(placed({ ...demoDocument }), [], null)).toBe(lines);
  });

  it('has one new card when one was renamed', () => {
    const flow = rememberFlow();
    const before = flow.nodes(placed(demoDocument), calm);
    const renamed = {
      ...demoDocument,
      steps: demoDocument.steps.map((step) =>
        step.id === 'crm_task' ? { ...step, name: 'Task for Sam' } : step,
      ),
    };
    const after = flow.nodes(placed(renamed), calm);
    expect(after.filter((node, index) => node !== before[index]).map(({ id }) => id)).toEqual([
      'crm_task',
    ]);
  });

  it('marks a chosen line, and draws a dragged card above the others', () => {
    const flow = rememberFlow();
    const edges = flow.edges(placed(demoDocument), ['edge:crm_task:next:reply'], null);
    expect(edges.filter((edge) => edge.selected === true).map(({ id }) => id)).toEqual([
      'crm_task:next:reply',
    ]);
    const nodes = flow.nodes(placed(demoDocument), {
      ...calm,
      dragged: new Map([['reply', { x: 0, y: 0 }]]),
    });
    const above = nodes.filter((node) => (node.zIndex ?? 0) > 0);
    expect(above.map(({ id }) => id)).toEqual(['reply']);
  });
});
