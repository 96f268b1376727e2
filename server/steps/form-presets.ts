/** Lengths of time that people are commonly given to answer, ISO 8601. */
export const ANSWER_TIMES: readonly string[] = ['PT4H', 'PT24H', 'P3D', 'P1W'];
