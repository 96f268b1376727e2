import { z } from 'zod';

/** The part of Slack's Block Kit that we draw. Anything else of a message falls back to its text. */
const textObject = z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string() });

const button = z.object({
  type: z.literal('button'),
  action_id: z.string().default(''),
  text: textObject,
  value: z.string().optional(),
  url: z.string().optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

const contextElement = z.union([
  textObject,
  z.object({ type: z.literal('image'), alt_text: z.string() }),
]);

const block = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('section'),
    text: textObject.optional(),
    fields: z.array(textObject).optional(),
    accessory: button.optional().catch(undefined),
  }),
  z.object({ type: z.literal('header'), text: textObject }),
  z.object({ type: z.literal('context'), elements: z.array(contextElement) }),
  z.object({ type: z.literal('divider') }),
  z.object({
    type: z.literal('actions'),
    elements: z.array(z.unknown()).transform((elements) =>
      elements.flatMap((element) => {
        const parsed = button.safeParse(element);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  }),
]);

export type SlackBlock = z.output<typeof block>;
export type SlackButton = z.output<typeof button>;
export type SlackText = z.output<typeof textObject>;

/** The blocks that can be drawn, in order. A message without any shows its `text`. */
export const readBlocks = (blocks: readonly unknown[]): readonly SlackBlock[] =>
  blocks.flatMap((raw) => {
    const parsed = block.safeParse(raw);
    return parsed.success ? [parsed.data] : [];
  });
