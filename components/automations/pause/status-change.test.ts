import { expect, test } from 'vitest';
import { countWords, dueWords, heldWords } from './status-change.ts';

test('counts stop at a thousand, and say so', () => {
  expect([countWords(0), countWords(999), countWords(1000), countWords(1001)]).toEqual([
    '0',
    '999',
    '1,000',
    '1,000+',
  ]);
});

test('one is a word, many are a number', () => {
  expect([dueWords(1), dueWords(2)]).toEqual(['one wait came due', '2 waits came due']);
  expect([heldWords(1), heldWords(1001)]).toEqual(['One run is held', '1,000+ runs are held']);
});
