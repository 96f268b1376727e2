/** What the sandbox model gathers from a prompt, by looking only; there is no language model. */
export interface PromptFacts {
  /** The person to write to; null when the prompt names nobody. */
  readonly name: string | null;
  readonly company: string | null;
  /** What the person wrote or asked about. */
  readonly topic: string | null;
  /** Who signs. */
  readonly sender: string | null;
}

const WORD = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*`;
const NAME = String.raw`${WORD}(?:[ \t]+(?:(?:de|da|van|von|der|den|la|le|di|bin)[ \t]+)*${WORD}){0,3}`;

const labelled = (labels: string): RegExp =>
  new RegExp(String.raw`(?:^|[\n,;(]|\b)(?:${labels})[ \t]*[:=][ \t]*["“]?([^\n"”;]{1,400})`, 'iu');

/** What a prompt says where a form left a field empty: nothing to write a letter about. */
const BLANK = /^(?:unknown|none|n\/a|not (?:known|given))$/iu;

/** Cut where a sentence or a new label begins. */
const clean = (text: string | undefined): string | null => {
  const trimmed = text?.replace(/[\s,.]+$/u, '').trim();
  return trimmed === undefined || trimmed === '' || BLANK.test(trimmed) ? null : trimmed;
};

const firstMatch = (text: string, patterns: readonly RegExp[]): string | null => {
  for (const pattern of patterns) {
    const found = clean(pattern.exec(text)?.[1]);
    if (found !== null) return found;
  }
  return null;
};

const NAME_LABELS = "contact name|contact's name|contact|recipient|customer|lead|name|to";
const AFTER_VERB = String.raw`(?:email|e-mail|mail|message|note|reply|draft|answer|follow[- ]?up|write|thank|invite)[^\n.:]{0,80}?\b(?:to|for|with)[ \t]+`;

/** Titles and lead-ins that look like names. */
const NOT_NAMES = new Set(
  'The A An You We I It This That They Please Write Draft Dear Hello Hi Keep Use Sign Subject Email Slack Holdfast Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(
    ' ',
  ),
);

const looksLikeName = (candidate: string): boolean =>
  !NOT_NAMES.has(candidate.split(/\s/u)[0] ?? '');

const namePatterns = (): readonly RegExp[] => [
  new RegExp(String.raw`(?:^|[\n,;(]|\b)(?:${NAME_LABELS})[ \t]*[:=][ \t]*["“]?(${NAME})`, 'u'),
  new RegExp(
    String.raw`(?:^|[\n,;(]|\b)(?:Contact [Nn]ame|Contact|Recipient|Customer|Lead|Name|To)[ \t]*[:=][ \t]*["“]?(${NAME})`,
    'u',
  ),
  new RegExp(String.raw`\b(?:named|called)[ \t]+(${NAME})`, 'u'),
  new RegExp(String.raw`${AFTER_VERB}(${NAME})`, 'u'),
  new RegExp(
    String.raw`\b(?:[Tt]hank|[Ii]nvite|[Rr]emind|[Tt]ell|[Aa]nswer|[Ww]elcome|[Gg]reet)[ \t]+(${NAME})`,
    'u',
  ),
  new RegExp(
    String.raw`\b(${NAME})[ \t]*,?[ \t]+(?:who|has|asked|filled|requested|wrote|from|signed|booked)\b`,
    'u',
  ),
  new RegExp(String.raw`\b(?:to|for|with|Dear|Hello|Hi)[ \t]+(${NAME})`, 'u'),
];

const findName = (prompt: string): string | null => {
  for (const pattern of namePatterns()) {
    const found = clean(pattern.exec(prompt)?.[1])?.replace(/[’']s$/u, '');
    if (found !== undefined && found !== null && looksLikeName(found)) return found;
  }
  return null;
};

export const readPrompt = (prompt: string): PromptFacts => ({
  name: findName(prompt),
  company: firstMatch(prompt, [
    labelled('company|organisation|organization|studio|business'),
    new RegExp(String.raw`\bfrom[ \t]+(?:the[ \t]+company[ \t]+)?(${NAME})(?=[,.\n]|$)`, 'mu'),
  ]),
  topic: firstMatch(prompt, [
    labelled('their message|message|note|topic|interest|interested in|request|question|about'),
    /\b(?:asked about|interested in|wrote that|asked for)[ \t]+["“]?([^\n."”]{3,200})/u,
  ]),
  sender: firstMatch(prompt, [
    new RegExp(
      String.raw`\b(?:[Ss]ign(?:ed)?(?: it)?(?: off)?(?: as| by)?|[Ss]ender:|[Oo]n behalf of|[Ww]rite as|[Ff]rom:)[ \t]+(${NAME})`,
      'u',
    ),
  ]),
});
