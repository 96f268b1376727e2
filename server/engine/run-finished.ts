/** What the end of a run that a step started is called; no document and nobody outside can name it. */
export const RUN_FINISHED = '$run.finished';
