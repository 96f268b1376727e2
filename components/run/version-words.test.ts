import { expect, it } from 'vitest';
import { versionMark, versionWords } from './version-words.ts';

it('tells published versions by number and a test’s snapshot by what it is', () => {
  expect([versionWords(3), versionWords(-2)]).toEqual(['version 3', 'a test of the draft']);
  expect([versionMark(3), versionMark(-2)]).toEqual(['v3', 'draft']);
});
