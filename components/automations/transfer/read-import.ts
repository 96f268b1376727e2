import { type Imported, importDocument, MOST_BYTES } from '#server/engine/edit/import-document.ts';
import { error } from '#server/engine/problem.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';

/** A chosen or dropped file, as much of it as is needed; or pasted text. */
export type ImportSource = string | Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** What was read, and from where in words. */
export interface ReadImport {
  readonly from: string;
  readonly imported: Imported;
}

/**
 * Reads a file or a text as an automation. A file that is too large is refused by its size, before
 * any of it is read. Never rejects: whatever is wrong is among the problems.
 */
export async function readImport(source: ImportSource): Promise<ReadImport> {
  if (typeof source === 'string') {
    return { from: 'the pasted text', imported: importDocument(source, stepCatalogue) };
  }
  const from = source.name;
  if (source.size > MOST_BYTES) {
    return { from, imported: refusal('too_large', TOO_LARGE) };
  }
  try {
    const bytes = await source.arrayBuffer();
    // Bytes that are no text must not become an automation with its letters replaced.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { from, imported: importDocument(text, stepCatalogue) };
  } catch {
    return { from, imported: refusal('unreadable', 'It cannot be read as text in UTF-8.') };
  }
}

const TOO_LARGE = 'It is larger than 1 MiB, which no automation is. Nothing of it was read.';

function refusal(code: string, message: string): Imported {
  return { ok: false, problems: [error(code, message)] };
}
