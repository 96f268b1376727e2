import type { ReviewItem } from '#server/api/views/run-view.ts';

export interface SentFacts {
  /** One line: “Your demo, Jonas” from sam@… to jonas@…. */
  readonly summary: string;
  /** The body in full, where there is one to read. */
  readonly body: string | null;
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const address = (value: unknown): string | null => {
  const plain = text(value);
  if (plain !== null) return plain;
  if (Array.isArray(value))
    return (
      value
        .map(address)
        .filter((part) => part !== null)
        .join(', ') || null
    );
  const { name, address: at, email } = record(value);
  const mail = text(at) ?? text(email);
  const label = text(name);
  return label !== null && mail !== null ? `${label} <${mail}>` : (mail ?? label);
};

/** What the frozen request says, for a reader: whatever of an email, message or call is in it. */
export const sentFacts = (item: ReviewItem): SentFacts => {
  const request = record(item.effect.request);
  if (request['erased'] === true) return { summary: 'Erased with the contact', body: null };
  const subject = text(request['subject']);
  const from = address(request['from']);
  const to = address(request['to']);
  const body = text(request['text']) ?? text(request['body']) ?? text(request['prompt']);
  if (subject !== null) {
    const route = [from === null ? null : `from ${from}`, to === null ? null : `to ${to}`].filter(
      Boolean,
    );
    return { summary: [`“${subject}”`, ...route].join(' '), body };
  }
  const url = text(request['url']);
  if (url !== null) return { summary: `${text(request['method']) ?? 'POST'} ${url}`, body };
  const channel = text(request['channel']);
  if (channel !== null) return { summary: `Message to ${channel}`, body };
  return {
    summary: 'The frozen request',
    body: body ?? JSON.stringify(item.effect.request, null, 2),
  };
};

/** What came back, as lines of raw provider text. Empty: nothing did. */
export const replyLines = (reply: unknown): readonly string[] => {
  const plain = text(reply);
  if (plain !== null) return plain.split('\n');
  const fields = record(reply);
  const conversation = fields['conversation'] ?? fields['transcript'] ?? fields['lines'];
  const spoken = Array.isArray(conversation)
    ? conversation.map((line) => text(line) ?? JSON.stringify(line))
    : (text(conversation)?.split('\n') ?? []);
  const rest = Object.entries(fields)
    .filter(
      ([key, value]) => !['conversation', 'transcript', 'lines'].includes(key) && value !== null,
    )
    .map(([key, value]) => `${key}: ${text(value) ?? JSON.stringify(value)}`);
  return [...spoken, ...rest];
};
