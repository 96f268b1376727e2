import { conditionSchema } from '#server/engine/condition.ts';
import { stepSchema } from '#server/engine/document.ts';
import { describeCondition } from './branch/describe-condition.ts';
import { describeDuration } from './duration.ts';
import type { NamedField, Widget } from './form.ts';

/** What people call what a document holds by a name of its own. A missing one is shown as it is. */
export interface Names {
  /** Labels by the connection's name. */
  readonly connections: ReadonlyMap<string, string>;
  /** Names by address. */
  readonly people: ReadonlyMap<string, string>;
}

export const NO_NAMES: Names = { connections: new Map(), people: new Map() };

const DURATION = /^P(?=\d|T\d)[\dYMWDTHS.]+$/;

/** A setting's stored text as a person says it: lengths of time, people, ports, zones, lists. */
export function valueWords(
  text: string,
  path: string,
  field: NamedField | undefined,
  names: Names,
): string {
  if (text === 'true') return 'Yes';
  if (text === 'false') return 'No';
  if (DURATION.test(text)) return describeDuration(text);
  const widget = field?.widget;
  if (widget === undefined) return text;
  return widgetWords(text, path.split('.').at(-1) ?? '', widget, names);
}

function widgetWords(text: string, last: string, widget: Widget, names: Names): string {
  switch (widget.kind) {
    case 'choice':
      return widget.options.find((option) => option.value === text)?.label ?? text;
    case 'connection':
      return names.connections.get(text) ?? text;
    case 'people':
      return peopleWords(text, names);
    case 'deadline':
      return last === 'to' ? peopleWords(text, names) : endingWords(text, widget.ports);
    case 'zone':
      return zoneWords(text);
    case 'number':
      return numberWords(text, widget);
    case 'cases':
    case 'arms':
      return itemsWords(text);
    default:
      return text;
  }
}

function peopleWords(addresses: string, { people }: Names): string {
  return addresses
    .split(', ')
    .map((address) => people.get(address) ?? address)
    .join(', ');
}

function endingWords(
  text: string,
  ports: readonly { readonly id: string; readonly label: string }[],
): string {
  if (text === 'stop') return 'stop the run';
  if (!text.startsWith('port:')) return text;
  const id = text.slice('port:'.length);
  return `go on by “${ports.find((port) => port.id === id)?.label ?? id}”`;
}

function zoneWords(zone: string): string {
  if (zone === 'contact') return 'the contact’s time zone';
  if (zone === 'workspace') return 'the workspace’s time zone';
  return zone.replaceAll('_', ' ');
}

function numberWords(text: string, widget: Extract<Widget, { kind: 'number' }>): string {
  const preset = widget.presets?.find(({ value }) => String(value) === text);
  if (preset !== undefined) return preset.label;
  return widget.unit === undefined ? text : `${text} ${widget.unit}`;
}

/** Cases and arms: each by its name, with its share or condition. */
function itemsWords(text: string): string {
  const items = readItems(text);
  if (items === null) return text;
  return items
    .map(({ name, percent, when }) => {
      if (typeof percent === 'number') return `${String(name)} ${percent} %`;
      const condition = conditionSchema.safeParse(when);
      return condition.success
        ? `${String(name)}: if ${describeCondition(condition.data)}`
        : String(name);
    })
    .join('\n');
}

function readItems(text: string): Record<string, unknown>[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const config = stepSchema.shape.config;
    if (!Array.isArray(value)) return null;
    const items = value.map((item) => config.safeParse(item));
    return items.every((item) => item.success) ? items.map((item) => item.data) : null;
  } catch {
    return null;
  }
}
