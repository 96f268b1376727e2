import type { GraphNode } from './graph-model.ts';

/** Measures of a drawn graph, in pixels at 100 %. */
export interface GraphSizes {
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly endHeight: number;
  /** Between a row of steps and the next. */
  readonly rowGap: number;
  /** The same, where ports have names. */
  readonly namedRowGap: number;
  readonly columnGap: number;
}

export const FULL_SIZES: GraphSizes = {
  cardWidth: 300,
  cardHeight: 54,
  endHeight: 28,
  rowGap: 36,
  namedRowGap: 64,
  columnGap: 28,
};

/** Beside a timeline, cards say less and take less. */
export const COMPACT_SIZES: GraphSizes = {
  cardWidth: 214,
  cardHeight: 46,
  endHeight: 28,
  rowGap: 32,
  namedRowGap: 64,
  columnGap: 24,
};

/** About as wide as the text is in 12 px medium; exact enough to decide where a label goes. */
export function labelWidth(text: string): number {
  return text.length * 6.6 + 12;
}

/** An end is as wide as its words, with room for its icon. */
function endWidth(name: string): number {
  return Math.max(64, Math.round(name.length * 6.9 + 46));
}

export function nodeSize(
  node: Pick<GraphNode, 'kind' | 'name'>,
  sizes: GraphSizes,
): { width: number; height: number } {
  return node.kind === 'end'
    ? { width: endWidth(node.name), height: sizes.endHeight }
    : { width: sizes.cardWidth, height: sizes.cardHeight };
}
