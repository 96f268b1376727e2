export interface LiquidFilter {
  readonly name: string;
  /** What is put in: the caret goes between the quotes where there are some. */
  readonly text: string;
  readonly does: string;
}

/** The filters that letters and messages need; every other one of Liquid’s can be typed. */
export const LIQUID_FILTERS: readonly LiquidFilter[] = [
  { name: 'default', text: 'default: ""', does: 'instead of nothing' },
  { name: 'capitalize', text: 'capitalize', does: 'first letter large' },
  { name: 'upcase', text: 'upcase', does: 'capital letters' },
  { name: 'downcase', text: 'downcase', does: 'small letters' },
  { name: 'date', text: 'date: "%d %B %Y"', does: 'a date, written out' },
  { name: 'truncate', text: 'truncate: 80', does: 'at most so many characters' },
  { name: 'strip', text: 'strip', does: 'without space around it' },
  { name: 'split', text: 'split: " "', does: 'into a list' },
  { name: 'first', text: 'first', does: 'first of a list' },
  { name: 'join', text: 'join: ", "', does: 'a list as one text' },
  { name: 'size', text: 'size', does: 'how many' },
  { name: 'round', text: 'round', does: 'a whole number' },
  { name: 'replace', text: 'replace: "", ""', does: 'one word for another' },
  { name: 'strip_html', text: 'strip_html', does: 'without HTML' },
  { name: 'escape', text: 'escape', does: 'safe inside of HTML' },
  { name: 'url_encode', text: 'url_encode', does: 'safe inside of a link' },
];
