import { expect, test } from 'vitest';
import { WORK_LANES } from './deps.ts';
import { lanesOfNotice } from './run-notices.ts';

test('a notice rings the lanes that it names, and no other', () => {
  expect(lanesOfNotice('run_1\n@io\nrun_2\n@fast')).toEqual(['fast', 'io']);
  expect(lanesOfNotice('run_1\nrun_fast')).toEqual([]);
});

test('a notice that says nothing rings every lane: it may have been too long', () => {
  expect(lanesOfNotice('')).toEqual(WORK_LANES);
});
