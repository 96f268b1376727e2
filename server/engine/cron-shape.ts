/** Lowest and highest value of each of the five fields: minute, hour, day, month, weekday. */
const FIELDS: readonly (readonly [low: number, high: number, names: string])[] = [
  [0, 59, ''],
  [0, 23, ''],
  [1, 31, ''],
  [1, 12, 'jan feb mar apr may jun jul aug sep oct nov dec'],
  [0, 7, 'sun mon tue wed thu fri sat'],
];

/** Whether a text is a cron expression of five fields, with lists, ranges, steps and names. */
export function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === FIELDS.length && fields.every((field, index) => isField(field, FIELDS[index]))
  );
}

function isField(field: string, range: (typeof FIELDS)[number] | undefined): boolean {
  return range !== undefined && field.split(',').every((part) => isPart(part, range));
}

function isPart(part: string, [low, high, names]: (typeof FIELDS)[number]): boolean {
  const [span = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return false;
  if (span === '*') return true;
  const ends = span.split('-').map((end) => {
    const named = names.split(' ').indexOf(end.toLowerCase());
    if (named >= 0 && end !== '') return named + low;
    return /^\d{1,2}$/.test(end) ? Number(end) : Number.NaN;
  });
  const [first = Number.NaN, last = first] = ends;
  return ends.length <= 2 && first >= low && last <= high && first <= last;
}
