import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { readGraph } from './graph-model.ts';
import { COMPACT_SIZES, FULL_SIZES } from './graph-sizes.ts';
import { layoutGraph } from './layout-graph.ts';
import { roundedPath } from './route-edges.ts';

const layout = layoutGraph(readGraph(demoDocument, stepCatalogue), FULL_SIZES);
const node = (id: string) => layout.nodes.find((candidate) => candidate.id === id)!;
const middle = (id: string) => node(id).x + node(id).width / 2;

describe('the layout of an automation', () => {
  test('runs from top to bottom, with every target below its source', () => {
    for (const edge of layout.edges.filter((candidate) => !candidate.back))
      expect(node(edge.to).y).toBeGreaterThan(node(edge.from).y + node(edge.from).height);
  });

  test('keeps the main path straight, with the other ways on both sides of it', () => {
    const main = [
      'trigger',
      'wait_weekday',
      'draft_email',
      'approve',
      'send_email',
      'crm_task',
      'reply',
    ];
    for (const id of main) expect(Math.abs(middle(id) - middle('trigger'))).toBeLessThan(2);
    expect(middle('tell_team')).toBeLessThan(middle('send_email'));
    expect(middle('end_expired')).toBeGreaterThan(middle('send_email'));
  });

  test('no two cards overlap', () => {
    for (const a of layout.nodes)
      for (const b of layout.nodes)
        if (a.id < b.id) {
          const apart =
            a.x + a.width <= b.x ||
            b.x + b.width <= a.x ||
            a.y + a.height <= b.y ||
            b.y + b.height <= a.y;
          expect(apart, `${a.id} and ${b.id}`).toBe(true);
        }
  });

  test('draws right angles only', () => {
    for (const edge of layout.edges)
      for (const [index, point] of edge.points.entries()) {
        const next = edge.points[index + 1];
        if (next !== undefined) expect(point.x === next.x || point.y === next.y).toBe(true);
      }
  });

  test('ports stand in the order of where they lead, so that their lines do not cross', () => {
    const ports = node('approve').portX;
    expect(ports.get('rejected')!).toBeLessThan(ports.get('approved')!);
    expect(ports.get('approved')!).toBeLessThan(ports.get('expired')!);
  });

  test('is the same every time', () => {
    expect(layoutGraph(readGraph(demoDocument, stepCatalogue), FULL_SIZES)).toEqual(layout);
  });

  test('fits beside a timeline when compact', () => {
    expect(layoutGraph(readGraph(demoDocument, stepCatalogue), COMPACT_SIZES).width).toBeLessThan(
      640,
    );
  });

  test('a loop goes back up outside of the cards between', () => {
    const document = {
      ...demoDocument,
      edges: [
        ...demoDocument.edges.filter((edge) => edge.port !== 'rejected'),
        { from: 'approve', port: 'rejected', to: 'draft_email' },
      ],
    };
    const looped = layoutGraph(readGraph(document, stepCatalogue), FULL_SIZES);
    const back = looped.edges.find((edge) => edge.back)!;
    expect([back.from, back.to]).toEqual(['approve', 'draft_email']);
    const card = looped.nodes.find((candidate) => candidate.id === 'draft_email')!;
    expect(Math.max(...back.points.map((point) => point.x))).toBeGreaterThan(card.x + card.width);
  });

  test('a step that nothing follows ends in a pill of its own', () => {
    const document = {
      ...demoDocument,
      edges: demoDocument.edges.filter((edge) => edge.from !== 'tell_team'),
    };
    expect(readGraph(document, stepCatalogue).nodes.map((candidate) => candidate.id)).toContain(
      'end:tell_team',
    );
  });

  test('unknown kinds, broken settings and edges to nowhere are drawn, not thrown', () => {
    const model = readGraph(
      {
        ...demoDocument,
        steps: [
          { id: 'odd', kind: 'teleport', name: 'Odd', config: {} },
          { id: 'broken', kind: 'approval', name: 'Broken', config: { assignees: 7 } },
        ],
        edges: [
          { from: 'trigger', to: 'odd' },
          { from: 'odd', port: 'next', to: 'broken' },
          { from: 'broken', port: 'approved', to: 'nowhere' },
        ],
      },
      stepCatalogue,
    );
    expect(model.nodes.map((candidate) => candidate.id)).toEqual([
      'trigger',
      'odd',
      'broken',
      'end:broken',
    ]);
    expect(() => layoutGraph(model, FULL_SIZES)).not.toThrow();
  });

  test('corners are rounded no further than half of the shorter stretch', () => {
    expect(
      roundedPath(
        [
          { x: 0, y: 0 },
          { x: 0, y: 20 },
          { x: 6, y: 20 },
        ],
        8,
      ),
    ).toBe('M 0 0 L 0 17 Q 0 20 3 20 L 6 20');
  });

  test('any graph, however tangled, is drawn without an overlap', () => {
    const ports = ['approved', 'rejected', 'expired', 'sent', 'skipped', 'next'];
    const kinds = ['approve', 'send_email', 'wait_weekday', 'end_expired'];
    const templates = kinds.map((id) => demoDocument.steps.find((step) => step.id === id)!);
    const graph = fc.integer({ min: 1, max: 10 }).chain((size) => {
      const step = fc.integer({ min: 0, max: size - 1 }).map((index) => `s${index}`);
      return fc.record({
        kinds: fc.array(fc.constantFrom(...templates), { minLength: size, maxLength: size }),
        edges: fc.array(
          fc.record({
            from: fc.oneof(fc.constant('trigger'), step),
            port: fc.constantFrom(...ports),
            to: step,
          }),
          { maxLength: size * 3 },
        ),
      });
    });
    fc.assert(
      fc.property(graph, ({ kinds: chosen, edges }) => {
        const steps = chosen.map((template, index) => ({ ...template, id: `s${index}` }));
        const drawn = layoutGraph(
          readGraph({ ...demoDocument, steps, edges }, stepCatalogue),
          FULL_SIZES,
        );
        const numbers = drawn.edges.flatMap((edge) => edge.points.flatMap(({ x, y }) => [x, y]));
        expect(numbers.every(Number.isFinite)).toBe(true);
        const overlaps = drawn.nodes.flatMap((a) =>
          drawn.nodes.filter(
            (b) =>
              a.id < b.id &&
              a.x < b.x + b.width &&
              b.x < a.x + a.width &&
              a.y < b.y + b.height &&
              b.y < a.y + a.height,
          ),
        );
        expect(overlaps).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
