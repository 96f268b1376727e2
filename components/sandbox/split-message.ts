import type { SlackBlock } from './slack-block.ts';

export interface MessageParts {
  /** What is said, in the open. */
  readonly lead: SlackBlock | null;
  /** What it is about, in a frame. */
  readonly framed: readonly SlackBlock[];
  /** The buttons, at the frame's foot. */
  readonly foot: readonly SlackBlock[];
}

/** A frame is a line already: rules at its edges would only double it. */
const withoutEdgeRules = (blocks: readonly SlackBlock[]): readonly SlackBlock[] => {
  const first = blocks.findIndex((block) => block.type !== 'divider');
  const last = blocks.findLastIndex((block) => block.type !== 'divider');
  return first === -1 ? [] : blocks.slice(first, last + 1);
};

/** A message with several blocks reads as a sentence, the thing itself, and what can be done. */
export const splitMessage = (blocks: readonly SlackBlock[]): MessageParts => {
  const [first, ...rest] = blocks;
  if (first === undefined) return { lead: null, framed: [], foot: [] };
  const leads = first.type === 'section' || first.type === 'header';
  const others = leads ? rest : blocks;
  const buttonsFrom = others.findIndex((block) => block.type === 'actions');
  return {
    lead: leads ? first : null,
    framed: withoutEdgeRules(buttonsFrom === -1 ? others : others.slice(0, buttonsFrom)),
    foot: buttonsFrom === -1 ? [] : others.slice(buttonsFrom),
  };
};
