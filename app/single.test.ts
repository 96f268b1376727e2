import { expect, it } from 'vitest';
import { single } from './single.ts';

it('takes the first of a parameter that a link has twice', () => {
  expect([single('a'), single(['b', 'c']), single([]), single(undefined)]).toEqual([
    'a',
    'b',
    undefined,
    undefined,
  ]);
});
