/**
 * Places at which a test can kill the process for real. Inert unless `HOLDFAST_CRASH_AT` names the
 * place, as `place` or `place:part of the subject`; then the process is gone as by `kill -9`,
 * with nothing flushed, closed or rolled back by us.
 */
export type CrashPlace =
  | 'effect.before_call'
  | 'effect.during_call'
  | 'effect.after_call'
  | 'effect.after_settle'
  | 'relay.after_publish'
  | 'migration.after_page'
  | 'migration.after_batch';

const wanted = process.env['HOLDFAST_CRASH_AT'];

export const crashPoint = (place: CrashPlace, subject = ''): void => {
  if (wanted === undefined || wanted === '') return;
  const [at, part = ''] = wanted.split(':', 2);
  if (at === place && subject.includes(part)) process.kill(process.pid, 'SIGKILL');
};
