import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { flattenIssues } from './flatten-issues.ts';

const bare = z.object({ name: z.string(), steps: z.array(z.string()), edges: z.array(z.string()) });
const either = z.union([bare, z.strictObject({ revision: z.int(), document: bare })]);

const complaints = (value: unknown): string[] =>
  flattenIssues(either.safeParse(value).error?.issues ?? []).map(({ path }) => path);

describe('what does not fit one of several shapes', () => {
  test('is told of the shape that it comes nearest to', () => {
    expect(complaints({ name: 'a', steps: [], edges: 1 })).toEqual(['edges']);
    expect(complaints({ revision: 1, document: {} })).toEqual([
      'document.name',
      'document.steps',
      'document.edges',
    ]);
    expect(complaints({})).toEqual(['revision', 'document']);
  });

  test('is told as it is where there is one shape', () => {
    const { error } = bare.safeParse({ name: 1, steps: [2], edges: [] });
    expect(flattenIssues(error?.issues ?? []).map(({ path }) => path)).toEqual(['name', 'steps.0']);
  });
});
