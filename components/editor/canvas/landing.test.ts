import { describe, expect, it } from 'vitest';
import { readGraph } from '#components/graph/graph-model.ts';
import { FULL_SIZES } from '#components/graph/graph-sizes.ts';
import { placeGraph } from '#components/graph/layout-graph.ts';
import { rankGraph } from '#components/graph/rank-graph.ts';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { landingEdge, plusOf } from './landing.ts';

const model = readGraph(demoDocument, stepCatalogue, { impliedEnds: false });
const placed = placeGraph(model, FULL_SIZES, rankGraph(model, FULL_SIZES), {});
const size = { width: FULL_SIZES.cardWidth, height: FULL_SIZES.cardHeight };
const [first] = placed.edges;
if (first === undefined) throw new Error('The demo has edges');
const plus = plusOf(first);
const over = { x: plus.x - size.width / 2, y: plus.y - size.height / 2, ...size };

describe('where a dragged card lands', () => {
  it('is the edge whose plus it covers', () => {
    expect(landingEdge(placed, 'another', over)?.id).toBe(first.id);
  });

  it('is nowhere when no plus is near', () => {
    expect(landingEdge(placed, 'another', { ...over, x: over.x - 4000 })).toBeNull();
    expect(landingEdge(placed, 'another', { ...over, y: over.y - 200 })).toBeNull();
  });

  it('is never an edge of its own', () => {
    expect(landingEdge(placed, first.to, over)?.id).not.toBe(first.id);
    expect(landingEdge(placed, first.from, over)?.id).not.toBe(first.id);
  });

  it('has every plus between the ends of its edge', () => {
    for (const edge of placed.edges) {
      const at = plusOf(edge);
      expect(at.y).toBeLessThanOrEqual(edge.points.at(-1)?.y ?? 0);
      expect(at.y).toBeGreaterThanOrEqual(edge.points.at(-2)?.y ?? 0);
    }
  });
});
