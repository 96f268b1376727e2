import type { Walk } from './walks.ts';

export interface Part {
  readonly walk: Walk;
  /** Selects `id`, the thing that breaks it, from the walk's piece, which is called `s`. */
  readonly broken: string;
}

/**
 * What must hold, and a query for what breaks it. Where that has to look at everything that is open
 * it is asked piece by piece, so that no statement's cost grows with how much there is.
 */
export type Invariant = {
  readonly name: string;
  readonly sentence: string;
} & ({ readonly broken: string } | { readonly parts: readonly Part[] });
