'use client';

import { useMemo, useState } from 'react';
import { type GraphModel, readGraph } from '#components/graph/graph-model.ts';
import { FULL_SIZES } from '#components/graph/graph-sizes.ts';
import { placeGraph, type PlacedGraph } from '#components/graph/layout-graph.ts';
import { type Ranked, rankGraph } from '#components/graph/rank-graph.ts';
import type { Point } from '#components/graph/route-edges.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';

export type Dragged = ReadonlyMap<string, Point>;

/**
 * The draft as it is drawn, cards under the pointer included. Ranking, by far the dearest part, is
 * done again only when steps, ports or edges change: typing and dragging do neither.
 */
export function usePlacedGraph(document: AutomationDocument, dragged: Dragged): PlacedGraph {
  const model = useMemo(
    () => readGraph(document, stepCatalogue, { impliedEnds: false }),
    [document],
  );
  const [rank] = useState(rememberRanking);
  const ranked = useMemo(() => rank(model), [rank, model]);
  return useMemo(
    () =>
      placeGraph(model, FULL_SIZES, ranked, {
        ...document.layout,
        ...Object.fromEntries(dragged),
      }),
    [model, ranked, document.layout, dragged],
  );
}

/** Ranks a graph, and gives the last ranking again for as long as the graph keeps its shape. */
function rememberRanking(): (model: GraphModel) => Ranked {
  let last: { shape: string; ranked: Ranked } | null = null;
  return (model) => {
    const shape = shapeOf(model);
    if (last?.shape !== shape) last = { shape, ranked: rankGraph(model, FULL_SIZES) };
    return last.ranked;
  };
}

/** Everything that the ranking looks at: ends are as wide as their words. */
function shapeOf(model: GraphModel): string {
  return JSON.stringify([
    model.nodes.map((node) => [
      node.id,
      node.kind === 'end' ? node.name : node.kind,
      node.ports.map((port) => port.id),
    ]),
    model.edges.map((edge) => [edge.id, edge.back]),
  ]);
}
