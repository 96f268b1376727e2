import { describe, expect, it } from 'vitest';
import { viewToShow } from './view-to-show.ts';

const card = { x: 0, y: 0, width: 300, height: 54 };
const frame = { top: 0, width: 1000, height: 700 };

describe('the view that shows a card', () => {
  it('stays as it is while the card is in sight', () => {
    expect(viewToShow(card, frame, { x: 100, y: 100, zoom: 1 })).toBeNull();
  });

  it('moves just far enough, at the same zoom', () => {
    expect(viewToShow(card, frame, { x: 900, y: 100, zoom: 1 })).toEqual({
      x: 668,
      y: 100,
      zoom: 1,
    });
    expect(viewToShow(card, frame, { x: 100, y: -500, zoom: 1 })).toEqual({
      x: 100,
      y: 32,
      zoom: 1,
    });
    expect(viewToShow(card, frame, { x: 100, y: 690, zoom: 0.5 })).toEqual({
      x: 100,
      y: 641,
      zoom: 0.5,
    });
  });

  it('shows the start of a card that is wider than the frame', () => {
    expect(viewToShow(card, { ...frame, width: 200 }, { x: 500, y: 100, zoom: 1 })?.x).toBe(32);
  });
});
