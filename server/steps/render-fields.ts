import type { DataScope, Render, Rendered } from '#server/engine/definition.ts';
import type { StepError } from '#server/engine/event.ts';
import { renderHtmlTemplate } from '#server/templates/render.ts';

export type RenderedFields<Name extends string> =
  | { ok: true; texts: Readonly<Record<Name, string>> }
  | { ok: false; error: StepError };

/** Renders several fields; the first that fails names itself in the error. */
export function renderFields<Name extends string>(
  templates: Readonly<Record<Name, string>>,
  data: DataScope,
  render: Render,
): RenderedFields<Name> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(templates) as Name[]) {
    const rendered = render(templates[name], data);
    if (!rendered.ok) return { ok: false, error: inField(name, rendered.error) };
    texts[name] = rendered.text;
  }
  return { ok: true, texts: texts as Record<Name, string> };
}

export function inField(field: string, error: StepError): StepError {
  return { code: error.code, message: `In “${field}”: ${error.message}` };
}

/** As the format asks: values in HTML are escaped. */
export function renderBody(
  template: string,
  format: 'text' | 'html',
  data: DataScope,
  render: Render,
): Rendered {
  return format === 'html' ? renderHtmlTemplate(template, data) : render(template, data);
}
