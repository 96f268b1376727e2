/** One `{{ … }}` of a text. */
export interface LiquidOutput {
  /** Where it begins and ends in the text, braces included. */
  readonly from: number;
  readonly to: number;
  /** The plain path that it prints; null where it prints something else. */
  readonly path: string | null;
  /** What follows the path, from the first `|` on; empty without filters. */
  readonly filters: string;
}

const OUTPUT = /\{\{-?([\s\S]*?)-?\}\}/g;
const RAW = /\{%-?\s*(raw|comment)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}/g;
const CONTENT =
  /^\s*([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[(?:\d+|"[^"]*"|'[^']*')\])*)\s*(\|[\s\S]*)?$/;

/** Every output of a text, in order; none inside of `raw` and `comment`. */
export function liquidOutputs(text: string): LiquidOutput[] {
  const hidden = [...text.matchAll(RAW)].map(({ index, 0: part }) => [index, index + part.length]);
  return [...text.matchAll(OUTPUT)].flatMap(({ index, 0: whole, 1: inside = '' }) => {
    if (hidden.some(([from = 0, to = 0]) => index >= from && index < to)) return [];
    const content = CONTENT.exec(inside);
    const path = content?.[1] ?? null;
    const filters = content?.[2]?.trim() ?? '';
    return [{ from: index, to: index + whole.length, path, filters }];
  });
}
