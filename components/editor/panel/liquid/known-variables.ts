import { Facet } from '@codemirror/state';
import type { Variable } from '#server/engine/edit/variables-at.ts';

/** What the text may refer to. It changes with the draft, so it is given anew from outside. */
export const knownVariables = Facet.define<readonly Variable[], readonly Variable[]>({
  combine: (given) => given[0] ?? [],
});
