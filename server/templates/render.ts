import type { DataScope, Render, Rendered } from '#server/engine/definition.ts';
import {
  type Escaping,
  OUTPUT_LIMIT,
  parseTemplate,
  renderParsed,
  TEMPLATE_LIMIT,
} from './liquid.ts';
import { describeTemplateError } from './template-error.ts';

/** What a template sees: own names only, and values that are data, never templates themselves. */
function toScope(data: DataScope): object {
  const steps: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [stepId, { output }] of data.steps) steps[stepId] = { output };
  return Object.assign(Object.create(null) as object, {
    trigger: data.trigger,
    contact: data.contact,
    run: data.run,
    steps,
  });
}

function render(template: string, data: DataScope, escaping: Escaping): Rendered {
  if (template.length > TEMPLATE_LIMIT) {
    return {
      ok: false,
      error: {
        code: 'template_too_large',
        message: `A template may have at most ${TEMPLATE_LIMIT} characters.`,
      },
    };
  }
  try {
    const text = renderParsed(parseTemplate(template, escaping), toScope(data), escaping);
    if (text.length > OUTPUT_LIMIT) {
      return {
        ok: false,
        error: {
          code: 'output_too_large',
          message: `The text came out longer than ${OUTPUT_LIMIT} characters.`,
        },
      };
    }
    // Postgres stores neither NUL nor half of a surrogate pair.
    return { ok: true, text: text.replaceAll('\u0000', '').toWellFormed() };
  } catch (error) {
    return { ok: false, error: describeTemplateError(error) };
  }
}

/**
 * Renders plain text. A variable that is unknown or null is an error that names it, unless the
 * author gave it a `default` or only tests it in a condition.
 */
export const renderTemplate: Render = (template, data) => render(template, data, 'text');

/** The same for HTML: every value is escaped unless the author ends it with `| raw`. */
export const renderHtmlTemplate: Render = (template, data) => render(template, data, 'html');
