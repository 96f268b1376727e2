import { diffWordsWithSpace } from 'diff';

export interface TextPiece {
  readonly text: string;
  /** Only on this side. */
  readonly changed: boolean;
}

/** Beyond so many differing words the two texts have nothing in common worth marking. */
const MOST_EDITS = 1000;

/** Both texts in pieces, each marked where it differs from the other. */
export function diffTexts(
  before: string,
  after: string,
): { readonly before: readonly TextPiece[]; readonly after: readonly TextPiece[] } {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (changes === undefined) {
    return {
      before: [{ text: before, changed: true }],
      after: [{ text: after, changed: true }],
    };
  }
  return {
    before: changes.flatMap(({ value, added, removed }) =>
      added ? [] : [{ text: value, changed: removed }],
    ),
    after: changes.flatMap(({ value, added, removed }) =>
      removed ? [] : [{ text: value, changed: added }],
    ),
  };
}
