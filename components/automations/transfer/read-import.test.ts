import { expect, test } from 'vitest';
import type { AutomationDocument } from '#server/engine/document.ts';
import { exportDocument } from '#server/engine/edit/export-document.ts';
import { gallery } from '#server/gallery/gallery.ts';
import { readImport } from './read-import.ts';

const importedFrom = async (source: Parameters<typeof readImport>[0]) => {
  const { imported } = await readImport(source);
  if (!imported.ok) throw new Error(imported.problems.map(({ message }) => message).join('\n'));
  return imported.document;
};

const fileOf = (text: string | Uint8Array<ArrayBuffer>): File =>
  new File([text], 'x.automation.json');

const awkward = (document: AutomationDocument): AutomationDocument => ({
  ...document,
  name: 'Grüße 🎉 "quoted" ‏עברית .toString __proto__',
  notes: [{ id: 'note_1', text: '\u0007 a\ttab and 漢字', x: -1.5, y: 2 }],
});

test.each(gallery.map((entry) => [entry.key, entry.document('a@example.com')] as const))(
  'export, import and export again of %s are equal byte for byte, by file and by clipboard',
  async (_key, document) => {
    for (const each of [document, awkward(document)]) {
      const text = exportDocument(each);
      expect(exportDocument(await importedFrom(fileOf(text)))).toBe(text);
      expect(exportDocument(await importedFrom(text))).toBe(text);
    }
  },
);

test('a file that is too large is refused by its size, and none of it is read', async () => {
  const unread = {
    name: 'huge.json',
    size: 1_048_577,
    arrayBuffer: () => {
      throw new Error('It was read.');
    },
  };
  const { imported } = await readImport(unread);
  expect(imported).toMatchObject({ ok: false, problems: [{ code: 'too_large' }] });
});

test('bytes that are no text, and files that vanish, are problems and not exceptions', async () => {
  const latin = fileOf(new Uint8Array([0x7b, 0xe9, 0x7d]));
  const gone = {
    name: 'gone',
    size: 1,
    arrayBuffer: async () => Promise.reject(new Error('gone')),
  };
  for (const source of [latin, gone]) {
    const { imported } = await readImport(source);
    expect(imported).toMatchObject({ ok: false, problems: [{ code: 'unreadable' }] });
  }
});

test('malformed text is told with its line and column', async () => {
  const { from, imported } = await readImport('{\n  "format": oops }');
  expect(from).toBe('the pasted text');
  expect(imported.problems[0]?.message).toMatch(/^Line 2, column 13: /);
});
