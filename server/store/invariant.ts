export interface Invariant {
  readonly name: string;
  readonly sentence: string;
  /** Selects `id`, the thing that breaks it. */
  readonly broken: string;
}
