/** What was promised and did not come true. */
export interface Verdict {
  /** What is missing, as sentences. */
  readonly lost: readonly string[];
  /** What happened more often than once. */
  readonly doubled: readonly string[];
}
