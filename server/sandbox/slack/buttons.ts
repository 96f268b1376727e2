/** A button that a person can press. */
export interface SlackButton {
  readonly actionId: string;
  readonly blockId: string;
  readonly text: string;
  readonly value: string | null;
  readonly style: string | null;
  readonly url: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const textOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === 'string' ? value : otherwise;

const buttonOf = (element: unknown, blockId: string): readonly SlackButton[] => {
  const fields = fieldsOf(element);
  if (fields['type'] !== 'button') return [];
  return [
    {
      actionId: textOr(fields['action_id'], ''),
      blockId,
      text: textOr(fieldsOf(fields['text'])['text'], ''),
      value: textOr(fields['value'], null),
      style: textOr(fields['style'], null),
      url: textOr(fields['url'], null),
    },
  ];
};

/** The buttons in a message's blocks, in reading order: action rows and section accessories. */
export const buttonsIn = (blocks: readonly unknown[]): readonly SlackButton[] =>
  blocks.flatMap((block, index) => {
    const fields = fieldsOf(block);
    const blockId = textOr(fields['block_id'], `block-${index}`);
    const elements: unknown = fields['elements'];
    const inRow = Array.isArray(elements) ? elements : [];
    return [...inRow, fields['accessory']].flatMap((element) => buttonOf(element, blockId));
  });
