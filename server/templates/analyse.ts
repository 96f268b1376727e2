import { Output, type Template, toValueSync, type Variable, Value } from 'liquidjs';
import { analyseParsed, parseTemplate, TEMPLATE_LIMIT } from './liquid.ts';
import { describeTemplateError } from './template-error.ts';

export type Analysis =
  | {
      readonly ok: true;
      /** Paths that must have a value, such as `["steps", "draft", "output", "text"]`, each once. */
      readonly variables: string[][];
      /** Paths that may be missing: they have a `default`, or are only tested or assigned. */
      readonly optional: string[][];
    }
  | { readonly ok: false; readonly message: string };

/** Tags whose own expression may be missing without an error. */
const LENIENT_TAGS = new Set(['if', 'unless', 'elsif', 'case', 'assign']);

/** A path up to the first segment that is only known once there is data. */
function toPath(variable: Variable): string[] {
  const path: string[] = [];
  for (const segment of variable.segments) {
    if (typeof segment !== 'string' && typeof segment !== 'number') break;
    path.push(String(segment));
  }
  return path;
}

function place(variable: Variable): string {
  return `${variable.location.row}:${variable.location.col}`;
}

function hasDefault(template: Template): boolean {
  const value =
    template instanceof Output ? template.value : (template as { value?: unknown }).value;
  return value instanceof Value && value.filters[0]?.name === 'default';
}

function isLenient(template: Template): boolean {
  const { name } = template as { name?: unknown };
  return (typeof name === 'string' && LENIENT_TAGS.has(name)) || hasDefault(template);
}

/** Where variables stand that may be missing. */
function collectLenient(templates: readonly Template[], places: Set<string>): void {
  for (const template of templates) {
    if (isLenient(template) && template.arguments !== undefined) {
      const alone: Template = {
        token: template.token,
        render: () => undefined,
        arguments: () => template.arguments?.() ?? [],
      };
      for (const found of Object.values(analyseParsed([alone]).variables)) {
        for (const variable of found) places.add(place(variable));
      }
    }
    if (template.children !== undefined) {
      collectLenient(toValueSync<Template[]>(template.children(false, true)), places);
    }
  }
}

function distinct(paths: readonly string[][]): string[][] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/**
 * What a template needs, without rendering it. Names that the template itself makes (`for`,
 * `assign`, `capture`) are left out.
 */
export function analyseTemplate(template: string): Analysis {
  if (template.length > TEMPLATE_LIMIT) {
    return { ok: false, message: `A template may have at most ${TEMPLATE_LIMIT} characters.` };
  }
  try {
    const templates = parseTemplate(template);
    const lenient = new Set<string>();
    collectLenient(templates, lenient);
    const variables: string[][] = [];
    const optional: string[][] = [];
    for (const variable of Object.values(analyseParsed(templates).globals).flat()) {
      (lenient.has(place(variable)) ? optional : variables).push(toPath(variable));
    }
    return { ok: true, variables: distinct(variables), optional: distinct(optional) };
  } catch (error) {
    return { ok: false, message: describeTemplateError(error).message };
  }
}
