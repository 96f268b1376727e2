import { z } from 'zod';
import { type Pool, type Tx, withTransaction } from '#server/platform/db.ts';
import { type ResponseUse, takeResponseUrl } from '../store/interactions.ts';
import {
  deleteSlackMessage,
  findSlackMessage,
  storeSlackMessage,
  updateSlackMessage,
} from '../store/slack-messages.ts';
import { blocksProblem } from './check-blocks.ts';

const responseBody = z.object({
  text: z.string().max(40_000).optional(),
  blocks: z.array(z.unknown()).optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

type Body = z.infer<typeof responseBody>;
type Open = Extract<ResponseUse, { kind: 'open' }>;

const post = async (tx: Tx, use: Open, body: Body): Promise<void> => {
  const original = await findSlackMessage(tx, use.messageTs);
  await storeSlackMessage(tx, {
    channelId: use.channelId,
    channelName: original?.channelName ?? use.channelId,
    text: body.text ?? '',
    blocks: body.blocks ?? [],
    metadata: null,
    threadTs: body.thread_ts ?? null,
    ephemeralFor: body.response_type === 'ephemeral' ? use.userId : null,
    via: 'response_url',
  });
};

const apply = async (tx: Tx, use: Open, body: Body): Promise<void> => {
  if (body.delete_original) {
    await deleteSlackMessage(tx, use.messageTs);
    return;
  }
  if (body.replace_original) {
    await updateSlackMessage(tx, use.messageTs, { text: body.text, blocks: body.blocks ?? [] });
    return;
  }
  await post(tx, use, body);
};

/** What a response_url does: five uses within thirty minutes of the press. */
export const respond = async (pool: Pool, token: string, raw: unknown): Promise<Response> => {
  const parsed = responseBody.safeParse(raw);
  if (!parsed.success) return new Response('invalid_payload', { status: 400 });
  const body = parsed.data;
  if (!body.delete_original && (body.text ?? '') === '' && (body.blocks ?? []).length === 0) {
    return new Response('no_text', { status: 400 });
  }
  if (blocksProblem(body.blocks ?? []) !== null) {
    return new Response('invalid_blocks', { status: 400 });
  }
  return withTransaction(pool, async (tx) => {
    const use = await takeResponseUrl(tx, token);
    if (use.kind === 'unknown') return new Response('not_found', { status: 404 });
    if (use.kind !== 'open') return new Response(`${use.kind}_url`, { status: 404 });
    await apply(tx, use, body);
    return new Response('ok');
  });
};
