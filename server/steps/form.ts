import type { Port, StepDefinition } from '#server/engine/definition.ts';

/**
 * What the step panel needs to draw a step's form, as plain data: labels, help, order, grouping
 * and which control suits each field. What may be entered is the schema's business alone; every
 * field that a schema has is named here, and no other (`forms.test.ts`).
 */

/** Connections are of a kind: the panel offers only those that fit. */
export type ConnectionKind = 'smtp' | 'slack' | 'model' | 'crm' | 'http';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

/** How a field inside an entry of a list is called. */
export interface ItemText {
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
}

export type Widget =
  /** Plain text, with words to choose from where there are some. */
  | { kind: 'text'; suggestions?: readonly Option[] }
  /** A template: completion and chips for what is upstream. */
  | { kind: 'liquid'; lines: 'one' | 'many'; holds: LiquidContent }
  /** A template with a preview; `format` names the field that says whether it is text or HTML. */
  | { kind: 'email_body'; format: string }
  | { kind: 'connection'; of: ConnectionKind }
  | { kind: 'choice'; as: 'buttons' | 'list'; options: readonly Option[] }
  | { kind: 'switch' }
  /** `whole` numbers only. `unit` stands behind the box; `prefix` before it. */
  | {
      kind: 'number';
      min: number;
      max: number;
      step: number;
      whole: boolean;
      unit?: string;
      presets?: readonly { readonly value: number; readonly label: string }[];
    }
  /** ISO 8601, edited as a number and a unit; `presets` are offered beside it. */
  | { kind: 'duration'; presets: readonly string[] }
  /** `HH:MM`, 24 hours. */
  | { kind: 'time_of_day' }
  /** `daily`, `weekdays`, `weekends` or single days. */
  | { kind: 'days' }
  /** `contact`, `workspace` or an IANA zone. */
  | { kind: 'zone' }
  /** Cases of a branch: a name, a port and a condition each. */
  | { kind: 'cases'; item: Readonly<Record<'name' | 'port' | 'when', ItemText>> }
  /** Arms: a name and a port each, and with `shares` a percentage. */
  | { kind: 'arms'; shares: false; item: Readonly<Record<'name' | 'port', ItemText>> }
  | { kind: 'arms'; shares: true; item: Readonly<Record<'name' | 'port' | 'percent', ItemText>> }
  /** Email addresses of members. */
  | { kind: 'people' }
  /** A length of time and what happens then: one of `ports`, stop, or with `escalates` ask others. */
  | { kind: 'deadline'; ports: readonly Port[]; escalates: boolean; presets: readonly string[] }
  /** Names and values. `text`: values are templates; `any`: also numbers, yes/no and nothing. */
  | {
      kind: 'key_values';
      values: 'text' | 'any';
      key: ItemText;
      value: ItemText;
      /** "Add a field" */
      add: string;
      suggestions?: readonly Option[];
    }
  /** An automation of the workspace, by its slug. */
  | { kind: 'automation' }
  /** HTTP status codes. */
  | { kind: 'status_codes' };

/** What a template is for: decides its preview and its editor's language. */
export type LiquidContent =
  | 'plain'
  | 'address'
  | 'url'
  | 'date'
  | 'prompt'
  | 'slack'
  | 'body'
  | 'key'
  | 'approval';

export type Draft = Readonly<Record<string, unknown>>;

export interface FormField {
  readonly label: string;
  /** One sentence under the field. */
  readonly help?: string;
  readonly placeholder?: string;
  readonly group: 'basic' | 'advanced';
  /** Whether the step cannot be published without it. */
  readonly required: boolean;
  readonly widget: Widget;
  /** Left out: always. The config may be unfinished, so nothing in it can be relied on. */
  readonly visible?: (config: Draft) => boolean;
}

export interface NamedField extends FormField {
  /** The key in the config; a problem belongs to the field that its path begins with. */
  readonly name: string;
}

/** Two or more ways to fill in the same step, offered above its fields. */
export interface Way {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly isChosen: (config: Draft) => boolean;
  /** The config after switching to this way; what both ways know is kept. */
  readonly choose: (config: Draft) => Draft;
}

/** What the panel knows of the surroundings, so that a new step needs little. All of it optional. */
export interface Surroundings {
  readonly connections?: readonly { readonly name: string; readonly kind: ConnectionKind }[];
  /** Email address of the person who edits. */
  readonly person?: string;
  /** The steps that come before the new one, nearest first. */
  readonly upstream?: readonly { readonly id: string; readonly kind: string }[];
}

type ConfigOf<Definition> = Definition extends StepDefinition<infer Config> ? Config : never;

/** As one kind of step writes it, against its definition: a field too few or too many is an error. */
export interface FormOf<Definition> {
  readonly kind: string;
  /** What the step does and when to take it, in one or two sentences. */
  readonly intro: string;
  /** In the order in which they are shown. */
  readonly fields: Readonly<Record<keyof ConfigOf<Definition> & string, FormField>>;
  readonly ways?: readonly Way[];
  /** A new step's settings. What only the author can know is left empty, never made up. */
  readonly empty: (around: Surroundings) => Draft;
}

export interface StepForm {
  readonly kind: string;
  readonly intro: string;
  readonly fields: readonly NamedField[];
  readonly ways: readonly Way[];
  readonly empty: (around: Surroundings) => Draft;
}
