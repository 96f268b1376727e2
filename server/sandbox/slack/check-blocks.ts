/** Slack's documented limits, where going over them would be noticed only with the real Slack. */
const MAX_BLOCKS = 50;
const MAX_SECTION_TEXT = 3_000;
const MAX_HEADER_TEXT = 150;
const MAX_BUTTON_TEXT = 75;
const MAX_VALUE = 2_000;
const MAX_ID = 255;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textLength = (value: unknown): number =>
  isFields(value) && typeof value['text'] === 'string' ? value['text'].length : 0;

const tooLong = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length > max;

const elementProblem = (element: unknown): string | null => {
  if (!isFields(element) || typeof element['type'] !== 'string') return 'element without a type';
  if (element['type'] !== 'button') return null;
  if (textLength(element['text']) === 0) return 'button without a text';
  if (textLength(element['text']) > MAX_BUTTON_TEXT) return 'button text over 75 characters';
  if (tooLong(element['value'], MAX_VALUE)) return 'button value over 2000 characters';
  if (tooLong(element['action_id'], MAX_ID)) return 'action_id over 255 characters';
  return null;
};

const blockProblem = (block: unknown): string | null => {
  if (!isFields(block) || typeof block['type'] !== 'string') return 'block without a type';
  if (tooLong(block['block_id'], MAX_ID)) return 'block_id over 255 characters';
  if (block['type'] === 'section' && textLength(block['text']) > MAX_SECTION_TEXT) {
    return 'section text over 3000 characters';
  }
  if (block['type'] === 'header' && textLength(block['text']) > MAX_HEADER_TEXT) {
    return 'header text over 150 characters';
  }
  if (block['type'] !== 'actions' && block['type'] !== 'context') return null;
  const elements: unknown = block['elements'];
  if (!Array.isArray(elements) || elements.length === 0) return `${block['type']} without elements`;
  if (block['type'] === 'context') return null;
  return elements.map(elementProblem).find((problem) => problem !== null) ?? null;
};

/** Why Slack would refuse these blocks; null when it would take them. */
export const blocksProblem = (blocks: readonly unknown[]): string | null => {
  if (blocks.length > MAX_BLOCKS) return 'more than 50 blocks';
  return blocks.map(blockProblem).find((problem) => problem !== null) ?? null;
};
