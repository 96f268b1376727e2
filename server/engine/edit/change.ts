import type {
  AutomationDocument,
  DocumentEdge,
  DocumentSettings,
  DocumentStep,
} from '../document.ts';

/**
 * Every edit of a draft, as data: what the mouse, the keyboard, a paste and an import all turn
 * into. A change carries the new ids itself, so that it can be kept, sent and applied again.
 */
export type Change =
  | AddStep
  | MoveSteps
  | DeleteSteps
  | RenameStep
  | SetConfig
  | SetDisabled
  | SetCompensation
  | Connect
  | Disconnect
  | SpliceStep
  | SetTrigger
  | SetSettings
  | RenameAutomation
  | SetDescription
  | AddNote
  | MoveNote
  | EditNote
  | DeleteNotes
  | TidyUp
  | Paste
  | ReplaceDocument;

export type DocumentNote = NonNullable<AutomationDocument['notes']>[number];
export type DocumentTrigger = AutomationDocument['trigger'];

/** Upper left corner, in the canvas's own pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** One edge, by what it says: edges have no ids. */
export interface EdgeRef {
  readonly from: string;
  readonly port: string;
  readonly to: string;
}

/** Where a new step goes. */
export type InsertAt =
  /** Between the two ends of an edge: it goes on to `to` by the new step's first port. */
  | ({ readonly kind: 'edge' } & EdgeRef)
  /** Under a port that nothing follows yet. */
  | { readonly kind: 'port'; readonly from: string; readonly port: string }
  /** Unconnected. */
  | { readonly kind: 'free' };

export interface AddStep {
  readonly kind: 'add_step';
  /** Its id comes from `mintStepId`. */
  readonly step: DocumentStep;
  readonly at: InsertAt;
  /** Only when a person chose the place; otherwise it is laid out automatically. */
  readonly place?: Place;
}

/** Cards dragged by hand, `trigger` among them. */
export interface MoveSteps {
  readonly kind: 'move_steps';
  readonly moves: readonly ({ readonly id: string } & Place)[];
}

/** Edges into a deleted step go on to where its first port led, when that is unambiguous. */
export interface DeleteSteps {
  readonly kind: 'delete_steps';
  readonly ids: readonly string[];
}

export interface RenameStep {
  readonly kind: 'rename_step';
  readonly stepId: string;
  readonly name: string;
}

/** Sets one field of a step's settings, or all of them where the path is empty. */
export interface SetConfig {
  readonly kind: 'set_config';
  readonly stepId: string;
  /** Keys and list indexes, outermost first: `['cases', '0', 'name']`. */
  readonly path: readonly string[];
  /** JSON. Left out, the field is removed (a list closes the gap). */
  readonly value?: unknown;
}

export interface SetDisabled {
  readonly kind: 'set_disabled';
  readonly ids: readonly string[];
  readonly disabled: boolean;
}

export interface SetCompensation {
  readonly kind: 'set_compensation';
  readonly stepId: string;
  /** Null: nothing undoes it. */
  readonly compensateWith: string | null;
}

export interface Connect extends EdgeRef {
  readonly kind: 'connect';
  /** `replace` (the usual) moves the port's present edge; `add` starts both targets. */
  readonly mode?: 'replace' | 'add';
}

export interface Disconnect extends EdgeRef {
  readonly kind: 'disconnect';
}

/** Takes an existing step out of its place, healing that, and puts it onto an edge. */
export interface SpliceStep {
  readonly kind: 'splice_step';
  readonly stepId: string;
  readonly edge: EdgeRef;
}

export interface SetTrigger {
  readonly kind: 'set_trigger';
  readonly trigger: DocumentTrigger;
}

export interface SetSettings {
  readonly kind: 'set_settings';
  /** Only what changes. */
  readonly settings: { readonly [Key in keyof DocumentSettings]?: DocumentSettings[Key] };
}

export interface RenameAutomation {
  readonly kind: 'rename_automation';
  readonly name: string;
}

export interface SetDescription {
  readonly kind: 'set_description';
  /** Blank: none. */
  readonly description: string;
}

export interface AddNote {
  readonly kind: 'add_note';
  /** Its id comes from `mintNoteId`. */
  readonly note: DocumentNote;
}

export interface MoveNote extends Place {
  readonly kind: 'move_note';
  readonly id: string;
}

export interface EditNote {
  readonly kind: 'edit_note';
  readonly id: string;
  readonly text: string;
}

export interface DeleteNotes {
  readonly kind: 'delete_notes';
  readonly ids: readonly string[];
}

/** Forgets every place that was chosen by hand; notes stay. */
export interface TidyUp {
  readonly kind: 'tidy_up';
}

/** What `pasteFragment` made of a clipboard: all ids are new already. */
export interface Paste {
  readonly kind: 'paste';
  readonly steps: readonly DocumentStep[];
  readonly edges: readonly DocumentEdge[];
  readonly notes: readonly DocumentNote[];
  readonly places: readonly ({ readonly id: string } & Place)[];
}

/** The whole document at once. Step ids keep their meaning: a restored step is the same step. */
export interface ReplaceDocument {
  readonly kind: 'replace_document';
  readonly document: AutomationDocument;
  readonly because: 'import' | 'restore';
}
