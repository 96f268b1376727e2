import { z } from 'zod';
import { durationProblem } from '#server/engine/instant.ts';

const SHAPE =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** ISO 8601. Days and longer follow the calendar of a zone; hours and shorter are real time. */
export const durationSchema = z
  .string({ error: 'Write a length of time such as PT15M, PT4H or P3D.' })
  .superRefine((text, context) => {
    const problem = durationProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** "3 days", "1 hour and 30 minutes": for sentences on cards. */
export function describeDuration(text: string): string {
  const words = (SHAPE.exec(text.trim())?.slice(1) ?? []).flatMap((amount, index) =>
    amount === undefined || Number(amount) === 0
      ? []
      : [`${amount} ${UNITS[index] ?? ''}${Number(amount) === 1 ? '' : 's'}`],
  );
  const last = words.pop();
  if (last === undefined) return text;
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
