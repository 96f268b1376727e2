import { describe, expect, it } from 'vitest';
import type { GraphEdge } from './graph-model.ts';
import { arrowHead, isLoop, routeEdges } from './route-edges.ts';

const box = (id: string, x: number, y: number) => ({
  id,
  x,
  y,
  width: 300,
  height: 54,
  portX: new Map([
    ['next', 150],
    ['other', 225],
  ]),
});
const edge = (
  from: string,
  port: string,
  to: string,
  rest: Partial<GraphEdge> = {},
): GraphEdge => ({
  id: `${from}:${port}:${to}`,
  from,
  port,
  to,
  label: null,
  back: false,
  ...rest,
});
const upper = box('upper', 0, 0);
const lower = box('lower', 0, 100);

describe('a line that leads back', () => {
  const loop = edge('lower', 'next', 'upper', { back: true, label: 'Again' });

  it('comes into the right side of its target, beside every line that comes from above', () => {
    const [routed] = routeEdges([loop], [upper, lower], new Map(), []);
    expect(routed?.points.at(-1)).toEqual({ x: 300, y: 27 });
    expect(routed !== undefined && isLoop(routed)).toBe(true);
    expect(arrowHead(routed?.points ?? [])).toContain('L 302 27');
  });

  it('goes over a card that stands in between, and comes in from above', () => {
    const beside = box('beside', 340, 0);
    const [routed] = routeEdges([loop], [upper, lower, beside], new Map(), []);
    const into = routed?.points.at(-1);
    expect(into).toEqual({ x: 150, y: 0 });
    expect(arrowHead(routed?.points ?? [])).toContain('L 150 -2');
  });

  it('has a long name right of its way up, not on the line', () => {
    const long = { ...loop, label: 'Again, when another week has passed' };
    const [routed] = routeEdges([long], [upper, lower], new Map(), []);
    const rise = routed?.points[2]?.x ?? 0;
    expect(routed?.labelAt).toMatchObject({ placement: 'beside' });
    expect(routed?.labelAt.x).toBeGreaterThan(rise);
  });
});

describe('two ways to one step', () => {
  it('have their names apart', () => {
    const edges = [
      edge('upper', 'next', 'lower', { label: 'Sent' }),
      edge('upper', 'other', 'lower', { label: 'Skipped' }),
    ];
    const [sent, skipped] = routeEdges(edges, [upper, lower], new Map(), []);
    const apart =
      Math.abs((sent?.labelAt.x ?? 0) - (skipped?.labelAt.x ?? 0)) > 50 ||
      Math.abs((sent?.labelAt.y ?? 0) - (skipped?.labelAt.y ?? 0)) > 14;
    expect(apart).toBe(true);
  });
});
