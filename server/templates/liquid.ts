import { Context, Liquid, type FilterImplOptions, type Template } from 'liquidjs';

/**
 * The one way in which templates are read. Two engines that differ in escaping only.
 *
 * Nothing outside the template and its data is reachable: no files, no clock, no chance, no
 * inherited properties. Limits keep a template from holding up the worker that renders it.
 */

/** Longest template, in characters. */
export const TEMPLATE_LIMIT = 500_000;
/** Longest result, in characters. */
export const OUTPUT_LIMIT = 1_000_000;
/** Real time that one render may take, in milliseconds. */
const RENDER_LIMIT_MS = 2_000;
/** Rough count of items and characters that one render may create. */
const MEMORY_LIMIT = 5_000_000;

/** Tags that reach for files or for state beyond the template. */
const FORBIDDEN_TAGS = ['include', 'render', 'layout', 'block', 'increment', 'decrement'];
const DATE_FILTERS = [
  'date',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
];

/** A value of the data that has no text of its own. */
export class UnprintableValueError extends Error {
  override readonly name = 'UnprintableValueError';
}

/** Asked for the current time, which a template cannot know: it may be rendered again later. */
export class ClockForbiddenError extends Error {
  override readonly name = 'ClockForbiddenError';
}

function refuseObjects(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) {
      throw new UnprintableValueError('is a group of fields, not text');
    }
  }
  return value;
}

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => HTML[character] ?? character);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(toText).join('') : String(refuseObjects(value));
}

function withoutClock(original: FilterImplOptions): FilterImplOptions {
  const handler = typeof original === 'function' ? original : original.handler;
  return function refuseNow(this: unknown, ...args: unknown[]) {
    if (args[0] === 'now' || args[0] === 'today') {
      throw new ClockForbiddenError('asks for the current time');
    }
    return Reflect.apply(handler as (...all: unknown[]) => unknown, this, args);
  } as FilterImplOptions;
}

function createLiquid(escape: (value: unknown) => unknown): Liquid {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    jsTruthy: false,
    dynamicPartials: false,
    templates: {},
    // The host's zone and language must not matter.
    timezoneOffset: 0,
    locale: 'en-US',
    // Its result need not be text yet: the emitter turns what is left into text.
    outputEscape: escape as (value: unknown) => string,
    parseLimit: TEMPLATE_LIMIT,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
  });
  for (const tag of FORBIDDEN_TAGS) delete liquid.tags[tag];
  // It draws by chance.
  liquid.unregisterFilter('sample');
  for (const name of DATE_FILTERS) {
    const original = liquid.filters[name];
    if (original !== undefined) liquid.registerFilter(name, withoutClock(original));
  }
  return liquid;
}

const textLiquid = createLiquid(refuseObjects);
const htmlLiquid = createLiquid((value) => escapeHtml(toText(value)));

export type Escaping = 'text' | 'html';

export function parseTemplate(template: string, escaping: Escaping = 'text'): Template[] {
  return (escaping === 'html' ? htmlLiquid : textLiquid).parse(template);
}

/** Renders against `scope`; null counts as missing, so that it can never come out as nothing. */
export function renderParsed(templates: Template[], scope: object, escaping: Escaping): string {
  const liquid = escaping === 'html' ? htmlLiquid : textLiquid;
  const context = new Context(scope, liquid.options, { sync: true }, { liquid });
  const readProperty = context.readProperty.bind(context);
  context.readProperty = (owner, key) => (readProperty(owner, key) as unknown) ?? undefined;
  return String(liquid.renderSync(templates, context));
}

export function analyseParsed(templates: Template[]): ReturnType<Liquid['analyzeSync']> {
  return textLiquid.analyzeSync(templates, { partials: false });
}
