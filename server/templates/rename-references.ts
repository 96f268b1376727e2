import {
  type Template,
  type Token,
  toValueSync,
  TypeGuards,
  Value,
  type PropertyAccessToken,
} from 'liquidjs';
import type { RenamedTemplate } from '#server/engine/edit/rename-references.ts';
import { analyseParsed, parseTemplate, TEMPLATE_LIMIT } from './liquid.ts';

/**
 * A template whose references to steps (`steps.draft.output…`, `steps["draft"]…`) follow the steps
 * to their new ids. What only looks like one, in plain text, in quotes, in a comment, or behind a
 * name that the template itself made, stays as it is. Null where the template does not parse.
 */
export function renameReferences(
  template: string,
  renamed: ReadonlyMap<string, string>,
): RenamedTemplate | null {
  if (template.length > TEMPLATE_LIMIT) return null;
  try {
    const templates = parseTemplate(template);
    const ids = stepIdsIn(template, templates);
    const references = [...new Set(ids.map(({ id }) => id))];
    return { text: putInto(template, ids, renamed), references };
  } catch {
    return null;
  }
}

/** Where a step's id stands in the template. */
interface IdPlace {
  readonly id: string;
  readonly begin: number;
  readonly end: number;
  /** The quote around it; empty for `steps.id`. */
  readonly quote: string;
}

function stepIdsIn(template: string, templates: readonly Template[]): IdPlace[] {
  const { globals } = analyseParsed([...templates]);
  const variables = Object.values(globals).flat();
  const free = new Set(variables.map(({ location: { row, col } }) => `${row}:${col}`));
  return templates
    .flatMap(accessesIn)
    .filter((access) => free.has(access.getPosition().join(':')))
    .flatMap(({ props: [root, id] }) => (nameOf(root) === 'steps' ? placeOf(id, template) : []));
}

function nameOf(prop: Token | undefined): string | null {
  const isName = TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop);
  return isName ? prop.content : null;
}

function placeOf(prop: Token | undefined, template: string): IdPlace[] {
  const id = nameOf(prop);
  if (prop === undefined || id === null) return [];
  const written = template.slice(prop.begin, prop.end);
  const quote = TypeGuards.isQuotedToken(prop) ? written.charAt(0) : '';
  // Escapes in the quotes: no step's id needs any.
  if (written !== `${quote}${id}${quote}`) return [];
  return [{ id, begin: prop.begin, end: prop.end, quote }];
}

function putInto(
  template: string,
  ids: readonly IdPlace[],
  renamed: ReadonlyMap<string, string>,
): string {
  // From the end, so that earlier places stay right; each once, though found by two ways.
  const places = new Map(ids.map((place) => [place.begin, place]));
  return [...places.values()]
    .sort((a, b) => b.begin - a.begin)
    .reduce((text, { id, begin, end, quote }) => {
      const to = renamed.get(id);
      if (to === undefined) return text;
      return `${text.slice(0, begin)}${quote}${to}${quote}${text.slice(end)}`;
    }, template);
}

function accessesIn(template: Template): PropertyAccessToken[] {
  const children = template.children ? toValueSync<Template[]>(template.children(false, true)) : [];
  const own = [...(template.arguments?.() ?? [])];
  return [...own.flatMap(accessesOf), ...children.flatMap(accessesIn)];
}

/** All `a.b.c` of an expression, those within brackets and filters' arguments among them. */
function accessesOf(part: unknown): PropertyAccessToken[] {
  if (part instanceof Value || TypeGuards.isFilteredValueToken(part)) {
    const given = part.filters.flatMap(({ args }) => args.flat());
    return [...part.initial.postfix, ...given].flatMap(accessesOf);
  }
  if (TypeGuards.isRangeToken(part)) return [part.lhs, part.rhs].flatMap(accessesOf);
  if (!TypeGuards.isPropertyAccessToken(part)) return [];
  return [part, ...[part.variable, ...part.props].flatMap(accessesOf)];
}
