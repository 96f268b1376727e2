import type { AutomationDocument } from '../../document.ts';
import type { AddNote, DeleteNotes, DocumentNote, EditNote, MoveNote } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';

const LONGEST = 5000;
const MOST = 200;
const NOTE_GONE = 'This note is gone.';

export function addNote(document: AutomationDocument, { note }: AddNote): Edited {
  const notes = document.notes ?? [];
  if (notes.some(({ id }) => id === note.id)) return refused('This note is there already.');
  if (notes.length >= MOST) return refused(`An automation has at most ${MOST} notes.`);
  if (note.text.length > LONGEST) return refused(tooLong(note.text));
  return applied({ ...document, notes: [...notes, rounded(note)] });
}

export function moveNote(document: AutomationDocument, { id, x, y }: MoveNote): Edited {
  return changeNote(document, id, (note) => rounded({ ...note, x, y }));
}

export function editNote(document: AutomationDocument, { id, text }: EditNote): Edited {
  if (text.length > LONGEST) return refused(tooLong(text));
  return changeNote(document, id, (note) => ({ ...note, text }));
}

export function deleteNotes(document: AutomationDocument, { ids }: DeleteNotes): Edited {
  const { notes = [], ...rest } = document;
  const left = notes.filter(({ id }) => !ids.includes(id));
  if (left.length === notes.length) return refused(NOTE_GONE);
  return applied(left.length === 0 ? rest : { ...document, notes: left });
}

function changeNote(
  document: AutomationDocument,
  id: string,
  change: (note: DocumentNote) => DocumentNote,
): Edited {
  const before = document.notes?.find((note) => note.id === id);
  if (before === undefined) return refused(NOTE_GONE);
  const after = change(before);
  if (after.text === before.text && after.x === before.x && after.y === before.y) {
    return applied(document);
  }
  const notes = document.notes?.map((note) => (note.id === id ? after : note)) ?? [];
  return applied({ ...document, notes });
}

function rounded(note: DocumentNote): DocumentNote {
  return { ...note, x: Math.round(note.x), y: Math.round(note.y) };
}

function tooLong(text: string): string {
  return `Use at most ${LONGEST} characters for a note: this one has ${text.length}.`;
}
