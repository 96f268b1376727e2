import type { Problem } from './definition.ts';

/** Where a problem is: a step, and the field inside its settings; neither: the whole document. */
type Place = { readonly stepId?: string | null; readonly field?: string | null };

export function error(code: string, message: string, place: Place = {}): Problem {
  return problem('error', code, message, place);
}

export function warning(code: string, message: string, place: Place = {}): Problem {
  return problem('warning', code, message, place);
}

function problem(
  severity: Problem['severity'],
  code: string,
  message: string,
  { stepId = null, field = null }: Place,
): Problem {
  return { severity, code, stepId, field, message };
}
