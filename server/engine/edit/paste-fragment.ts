import type { Catalogue } from '../definition.ts';
import type { AutomationDocument, DocumentEdge, DocumentStep } from '../document.ts';
import type { Paste, Place } from './change.ts';
import { withoutRepeats } from './edges.ts';
import { findStep } from './find-step.ts';
import type { Fragment } from './fragment.ts';
import { mintNoteId, mintStepId } from './mint-step-id.ts';
import { placeFragment } from './place-fragment.ts';
import { readFragment } from './read-fragment.ts';
import { renameInConfig, type RenamedConfig } from './rename-in-config.ts';
import type { RenameReferences } from './rename-references.ts';

export interface PasteInto {
  readonly document: AutomationDocument;
  readonly usedIds: ReadonlySet<string>;
  readonly catalogue: Catalogue;
  readonly renameReferences: RenameReferences;
  /** Upper left corner of what is pasted; null: a little beside where it was copied from. */
  readonly at: Place | null;
  /** Names of the workspace's connections; null where they are not known. */
  readonly connections?: ReadonlySet<string> | null;
}

/** Something that could not come along, for the author to mend. */
export interface Unmapped {
  /** The pasted step. */
  readonly stepId: string;
  readonly field: string | null;
  /** One sentence. */
  readonly message: string;
}

export type Pasted =
  | {
      readonly ok: true;
      readonly change: Paste;
      /** The new steps, to be selected. */
      readonly ids: readonly string[];
      readonly unmapped: readonly Unmapped[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Makes a change of a clipboard's text: all steps get new ids, and whatever among them refers to
 * another of them refers to its copy. References to steps outside stay where there is such a step.
 * The trigger is never part of it.
 */
export function pasteFragment(text: string, into: PasteInto): Pasted {
  const read = readFragment(text);
  if (!read.ok) return read;
  const { fragment } = read;
  const renamed = newIds(fragment, into);
  const pasted = fragment.steps.map((step) => pasteStep(step, renamed, into));
  const leftOut = fragment.leftOut.flatMap(({ stepId, field }): Unmapped[] => {
    const id = renamed.get(stepId);
    const message = 'Fill this in again: it looked like a credential and was not copied.';
    return id === undefined ? [] : [{ stepId: id, field, message }];
  });
  const { places, notes } = placeFragment(fragment, into.at);
  return {
    ok: true,
    change: {
      kind: 'paste',
      steps: pasted.map(({ step }) => step),
      edges: withoutRepeats(fragment.edges.map((edge) => pasteEdge(edge, renamed))),
      notes: withNewIds(notes, into.document),
      places: places.map((place) => ({ ...place, id: renamed.get(place.id) ?? place.id })),
    },
    ids: [...renamed.values()],
    unmapped: [...pasted.flatMap(({ unmapped }) => unmapped), ...leftOut],
  };
}

function newIds({ steps }: Fragment, into: PasteInto): Map<string, string> {
  // A copy must not step into the place of something that it refers to and that was not copied.
  const meant = steps.flatMap((step) => [
    ...renameInConfig(step, new Map(), into).references.map(({ stepId }) => stepId),
    ...(step.compensateWith === undefined ? [] : [step.compensateWith]),
  ]);
  const copied = new Set(steps.map(({ id }) => id));
  const outside = meant.filter((id) => !copied.has(id));
  const present = into.document.steps.map(({ id }) => id);
  const used = new Set([...into.usedIds, ...present, ...outside]);
  const renamed = new Map<string, string>();
  for (const { id } of steps) {
    // The third copy of "draft" is draft_3, not draft_2_2.
    const to = mintStepId(id.replace(/_\d+$/, ''), used);
    used.add(to);
    renamed.set(id, to);
  }
  return renamed;
}

function pasteStep(
  step: DocumentStep,
  renamed: ReadonlyMap<string, string>,
  into: PasteInto,
): { step: DocumentStep; unmapped: Unmapped[] } {
  const { compensateWith, ...rest } = step;
  const stepId = renamed.get(step.id) ?? step.id;
  const inner = renameInConfig(step, renamed, into);
  const undoneBy =
    compensateWith === undefined ? null : (renamed.get(compensateWith) ?? compensateWith);
  const isHere = (id: string): boolean =>
    [...renamed.values()].includes(id) || findStep(into.document, id) !== undefined;
  const keepsUndo = undoneBy !== null && isHere(undoneBy);
  const say = (field: string | null, message: string): Unmapped => ({ stepId, field, message });
  return {
    step: {
      ...rest,
      id: stepId,
      config: inner.config,
      ...(keepsUndo ? { compensateWith: undoneBy } : {}),
    },
    unmapped: [
      ...referencesOutside(inner, renamed, into.document).map(([field, message]) =>
        say(field, message),
      ),
      ...(undoneBy === null || keepsUndo
        ? []
        : [say(null, `Choose what undoes this step: "${undoneBy}" is not here.`)]),
      ...unknownHere(step, into).map((message) => say(null, message)),
    ],
  };
}

function referencesOutside(
  { references, unreadable }: RenamedConfig,
  renamed: ReadonlyMap<string, string>,
  document: AutomationDocument,
): (readonly [field: string, message: string])[] {
  const lost = references.filter(
    ({ stepId }) => !renamed.has(stepId) && findStep(document, stepId) === undefined,
  );
  return [
    ...lost.map(
      ({ field, stepId }) =>
        [field, `Replace "steps.${stepId}": there is no such step here.`] as const,
    ),
    ...unreadable.map(
      (field) =>
        [field, 'Look through this text: it cannot be read, so it stayed as it was.'] as const,
    ),
  ];
}

function unknownHere(step: DocumentStep, { catalogue, connections = null }: PasteInto): string[] {
  const definition = catalogue.get(step.kind);
  if (definition === undefined) return [`There is no kind of step called "${step.kind}" here.`];
  const parsed = definition.config.safeParse(step.config);
  const name = parsed.success ? (definition.connection?.(parsed.data) ?? null) : null;
  if (name === null || connections === null || connections.has(name)) return [];
  return [`Choose another connection: this workspace has none called "${name}".`];
}

function pasteEdge(edge: DocumentEdge, renamed: ReadonlyMap<string, string>): DocumentEdge {
  const { from, to } = edge;
  return { ...edge, from: renamed.get(from) ?? from, to: renamed.get(to) ?? to };
}

function withNewIds(notes: Paste['notes'], document: AutomationDocument): Paste['notes'] {
  const made: Paste['notes'][number][] = [];
  for (const note of notes) {
    const taken = [...(document.notes ?? []), ...made];
    made.push({ ...note, id: mintNoteId({ ...document, notes: taken }) });
  }
  return made;
}
