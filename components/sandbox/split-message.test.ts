import { describe, expect, it } from 'vitest';
import { readBlocks } from './slack-block.ts';
import { splitMessage } from './split-message.ts';

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const actions = { type: 'actions', elements: [] };

const shape = (...blocks: unknown[]) => {
  const { lead, framed, foot } = splitMessage(readBlocks(blocks));
  return [
    lead === null ? null : lead.type,
    framed.map((block) => block.type),
    foot.map((block) => block.type),
  ];
};

describe('a Slack message on the page', () => {
  it('is a sentence, the thing in a frame, and its buttons at the foot', () => {
    const context = { type: 'context', elements: [{ type: 'mrkdwn', text: '7b1e' }] };
    expect(
      shape(section('Sam, a reply is ready'), section('Hello Maya'), actions, context),
    ).toEqual(['section', ['section'], ['actions', 'context']]);
  });

  it('has no frame around a single sentence', () => {
    expect(shape(section('Maya answered'))).toEqual(['section', [], []]);
  });

  it('draws no rule along the frame’s own line', () => {
    const rule = { type: 'divider' };
    const parts = shape(
      section('Ready'),
      rule,
      section('Hello'),
      rule,
      section('Until Tue'),
      rule,
      actions,
    );
    expect(parts).toEqual(['section', ['section', 'divider', 'section'], ['actions']]);
  });

  it('without blocks has no parts', () => {
    expect(shape()).toEqual([null, [], []]);
  });
});
