/** A piece of Slack's text markup, as data: rendering never touches HTML strings. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string }
  /** A moment that every reader sees in their own zone; `text` is for who cannot. */
  | { readonly kind: 'date'; readonly text: string; readonly at: Date };

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const TOKEN =
  /<([^<>]+)>|(?<![\p{L}\p{N}])(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|`[^`\n]+`)(?![\p{L}\p{N}])/gu;

const STYLES = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' } as const;

const angle = (inner: string): Inline => {
  const [target = '', label] = inner.split('|');
  const date = /^!date\^(\d{1,12})\^/.exec(target);
  if (date !== null) {
    return { kind: 'date', at: new Date(Number(date[1]) * 1000), text: unescape(label ?? target) };
  }
  if (target.startsWith('@') || target.startsWith('#') || target.startsWith('!')) {
    return { kind: 'mention', text: unescape(label ?? target) };
  }
  // Only what a browser may safely open becomes a link.
  if (!/^(https?:|mailto:)/.test(target)) return { kind: 'text', text: unescape(label ?? target) };
  return {
    kind: 'link',
    href: unescape(target),
    text: unescape(label ?? target.replace(/^mailto:/, '')),
  };
};

/** Splits Slack `mrkdwn` into runs of one style each. Unknown markup stays as text. */
export const parseMrkdwn = (source: string): readonly Inline[] => {
  const parts: Inline[] = [];
  let last = 0;
  for (const match of source.matchAll(TOKEN)) {
    if (match.index > last)
      parts.push({ kind: 'text', text: unescape(source.slice(last, match.index)) });
    const [whole, inner, styled] = match;
    if (inner !== undefined) parts.push(angle(inner));
    else if (styled !== undefined) {
      const style = STYLES[styled.charAt(0) as keyof typeof STYLES];
      parts.push({ kind: style, text: unescape(styled.slice(1, -1)) });
    }
    last = match.index + whole.length;
  }
  if (last < source.length) parts.push({ kind: 'text', text: unescape(source.slice(last)) });
  return parts;
};
