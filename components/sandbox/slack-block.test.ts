import { describe, expect, it } from 'vitest';
import { readBlocks } from './slack-block.ts';

describe('Slack blocks', () => {
  it('are read in order, with the buttons of an actions block', () => {
    const blocks = readBlocks([
      { type: 'section', text: { type: 'mrkdwn', text: 'Hello *Sam*' } },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: 'approve',
            style: 'primary',
            value: 't1',
            text: { type: 'plain_text', text: 'Approve' },
          },
        ],
      },
    ]);
    expect(blocks.map((block) => block.type)).toEqual(['section', 'actions']);
    expect(blocks[1]).toMatchObject({ elements: [{ action_id: 'approve', value: 't1' }] });
  });

  it('that we cannot draw are left out without losing their neighbours', () => {
    const blocks = readBlocks([{ type: 'video' }, { type: 'divider' }, null, 'text']);
    expect(blocks).toEqual([{ type: 'divider' }]);
  });

  it('keep the buttons they understand when one of the elements is of another kind', () => {
    const [actions] = readBlocks([
      {
        type: 'actions',
        elements: [
          { type: 'datepicker', action_id: 'd' },
          { type: 'button', action_id: 'approve', text: { type: 'plain_text', text: 'Approve' } },
        ],
      },
    ]);
    expect(actions).toMatchObject({ elements: [{ action_id: 'approve' }] });
  });
});
