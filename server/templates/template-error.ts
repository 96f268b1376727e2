import { LiquidError } from 'liquidjs';
import type { StepError } from '#server/engine/event.ts';

const MAX_QUOTE = 120;

/** The author's own words around the fault. Never a value: values may be personal data. */
function quote(error: LiquidError): string {
  const text = error.token.getText().replaceAll(/\s+/g, ' ').trim();
  return text.length <= MAX_QUOTE ? text : `${text.slice(0, MAX_QUOTE).toWellFormed()}…`;
}

function describeLiquid(error: LiquidError): StepError {
  const cause = error.originalError;
  if (error.name === 'UndefinedVariableError') {
    return { code: 'unknown_variable', message: `The variable “${quote(error)}” has no value.` };
  }
  if (cause?.name === 'UnprintableValueError') {
    return {
      code: 'not_text',
      message: `“${quote(error)}” is a group of fields, not text: name the field that you mean.`,
    };
  }
  if (cause?.name === 'ClockForbiddenError') {
    return {
      code: 'clock_in_template',
      message: `“${quote(error)}” asks for the current time, which a template cannot know.`,
    };
  }
  if (cause?.message.endsWith('limit exceeded') === true) {
    return {
      code: 'template_limit',
      message: 'The template does more work than one text may take.',
    };
  }
  if (error.name === 'RenderError') {
    return {
      code: 'template_failed',
      message: `“${quote(error)}” cannot be worked out with the values at hand.`,
    };
  }
  return {
    code: 'template_syntax',
    message: `The template cannot be read: ${describeSyntax(error)}`,
  };
}

/** Parse errors speak of the template alone, so that liquidjs's own words may be shown. */
function describeSyntax(error: LiquidError): string {
  const words = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '');
  const [row, column] = error.token.getPosition();
  return `${words.slice(0, 200)} (line ${row}, column ${column}).`;
}

export function describeTemplateError(error: unknown): StepError {
  if (LiquidError.is(error)) return describeLiquid(error);
  if (error instanceof Error && error.message.endsWith('limit exceeded')) {
    return {
      code: 'template_limit',
      message: 'The template does more work than one text may take.',
    };
  }
  if (error instanceof RangeError) {
    return { code: 'template_limit', message: 'The template is nested too deeply.' };
  }
  return { code: 'template_failed', message: 'The template cannot be worked out.' };
}
