import { describe, expect, it } from 'vitest';
import { diffTexts, type TextPiece } from './word-diff.ts';

const textOf = (pieces: readonly TextPiece[]): string => pieces.map(({ text }) => text).join('');
const changedIn = (pieces: readonly TextPiece[]): string[] =>
  pieces.filter(({ changed }) => changed).map(({ text }) => text);

describe('a long text before and after', () => {
  it('marks the words that differ, and keeps both texts whole', () => {
    const was = 'Offer two times next week and keep it under 200 words.';
    const is = 'Offer two times this week and keep it under 150 words.';
    const { before, after } = diffTexts(was, is);
    expect(changedIn(before)).toEqual(['next', '200']);
    expect(changedIn(after)).toEqual(['this', '150']);
    expect([textOf(before), textOf(after)]).toEqual([was, is]);
  });

  it('keeps line breaks and emoji where they were', () => {
    const was = 'Hi 👋🏽\n\nمرحبا {{ contact.name }}';
    const is = 'Hello 👋🏽\n\nمرحبا {{ contact.name }}!';
    const { before, after } = diffTexts(was, is);
    expect([textOf(before), textOf(after)]).toEqual([was, is]);
    expect(changedIn(before)).toEqual(['Hi']);
  });

  it('gives up marking where nothing is alike, and still shows both', () => {
    const was = Array.from({ length: 3000 }, (_, index) => `a${index}`).join(' ');
    const is = Array.from({ length: 3000 }, (_, index) => `b${index}`).join(' ');
    const { before, after } = diffTexts(was, is);
    expect([textOf(before), textOf(after)]).toEqual([was, is]);
    expect(before).toEqual([{ text: was, changed: true }]);
  });
});
