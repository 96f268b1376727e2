import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';
import { storableJson } from './storable.ts';

export interface SlackMessage {
  readonly ts: string;
  readonly channelId: string;
  readonly channelName: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
  /** As first posted: what someone with an old screen still sees and can press. */
  readonly firstBlocks: readonly unknown[];
  readonly metadata: unknown;
  readonly threadTs: string | null;
  /** The only user who sees it; null: everyone in the channel. */
  readonly ephemeralFor: string | null;
  readonly postedAt: Date;
  readonly updatedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly via: 'api' | 'response_url';
}

interface MessageRow {
  readonly ts: string;
  readonly channel_id: string;
  readonly channel_name: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly first_blocks: readonly unknown[];
  readonly metadata: unknown;
  readonly thread_ts: string | null;
  readonly ephemeral_for: string | null;
  readonly posted_at: Date;
  readonly updated_at: Date | null;
  readonly deleted_at: Date | null;
  readonly via: 'api' | 'response_url';
}

const COLUMNS = `ts, channel_id, channel_name, text, blocks, first_blocks, metadata, thread_ts,
  ephemeral_for, posted_at, updated_at, deleted_at, via`;

const toMessage = (row: MessageRow): SlackMessage => ({
  ts: row.ts,
  channelId: row.channel_id,
  channelName: row.channel_name,
  text: row.text,
  blocks: row.blocks,
  firstBlocks: row.first_blocks,
  metadata: row.metadata,
  threadTs: row.thread_ts,
  ephemeralFor: row.ephemeral_for,
  postedAt: row.posted_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  via: row.via,
});

export interface NewSlackMessage {
  readonly channelId: string;
  readonly channelName: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly metadata: unknown;
  readonly threadTs: string | null;
  readonly ephemeralFor: string | null;
  readonly via: 'api' | 'response_url';
}

/** The ts is made by the database: its clock's second and a sequence, so it is never given twice. */
export const storeSlackMessage = async (
  tx: Tx,
  message: NewSlackMessage,
): Promise<SlackMessage> => {
  const { rows } = await tx.query<MessageRow>(
    `insert into sandbox.slack_messages
       (ts, channel_id, channel_name, text, blocks, first_blocks, metadata, thread_ts,
        ephemeral_for, via)
     values (floor(extract(epoch from clock_timestamp()))::bigint::text || '.' ||
               lpad(nextval('sandbox.slack_ts')::text, 6, '0'),
             $1, $2, $3, $4::jsonb, $4::jsonb, $5::jsonb, $6, $7, $8)
     returning ${COLUMNS}`,
    [
      message.channelId,
      message.channelName,
      storableText(message.text),
      storableJson(message.blocks),
      message.metadata === null ? null : storableJson(message.metadata),
      message.threadTs,
      message.ephemeralFor,
      message.via,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The message was not stored.');
  return toMessage(row);
};

export interface SlackMessageChange {
  readonly text?: string | undefined;
  readonly blocks?: readonly unknown[] | undefined;
  readonly metadata?: unknown;
}

/** What is undefined stays. Null when there is no such message. */
export const updateSlackMessage = async (
  tx: Tx,
  ts: string,
  change: SlackMessageChange,
): Promise<SlackMessage | null> => {
  const { rows } = await tx.query<MessageRow>(
    `update sandbox.slack_messages
        set text = coalesce($2, text), blocks = coalesce($3::jsonb, blocks),
            metadata = coalesce($4::jsonb, metadata), updated_at = clock_timestamp()
      where ts = $1 and deleted_at is null
     returning ${COLUMNS}`,
    [
      ts,
      change.text === undefined ? null : storableText(change.text),
      change.blocks === undefined ? null : storableJson(change.blocks),
      change.metadata === undefined || change.metadata === null
        ? null
        : storableJson(change.metadata),
    ],
  );
  return rows[0] === undefined ? null : toMessage(rows[0]);
};

/** Marked, not removed: the page can still tell that it was there. */
export const deleteSlackMessage = async (tx: Tx, ts: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update sandbox.slack_messages set deleted_at = clock_timestamp()
      where ts = $1 and deleted_at is null`,
    [ts],
  );
  return rowCount === 1;
};

export const findSlackMessage = async (tx: Tx, ts: string): Promise<SlackMessage | null> => {
  const { rows } = await tx.query<MessageRow>(
    `select ${COLUMNS} from sandbox.slack_messages where ts = $1`,
    [ts],
  );
  return rows[0] === undefined ? null : toMessage(rows[0]);
};

/** Newest first, ephemeral and deleted ones included. */
export const listSlackMessages = async (
  tx: Tx,
  limit: number,
): Promise<readonly SlackMessage[]> => {
  const { rows } = await tx.query<MessageRow>(
    `select ${COLUMNS} from sandbox.slack_messages order by ts desc limit $1`,
    [limit],
  );
  return rows.map(toMessage);
};

export interface HistoryRange {
  readonly channelId: string;
  /** Replies of this thread (parent included); null: the channel's own messages. */
  readonly threadTs: string | null;
  readonly oldest: string | null;
  readonly latest: string | null;
  readonly inclusive: boolean;
  /** Only messages before this ts: the cursor. */
  readonly before: string | null;
  readonly limit: number;
}

/** What an API client may see, newest first. */
export const readHistory = async (
  tx: Tx,
  range: HistoryRange,
): Promise<readonly SlackMessage[]> => {
  const { rows } = await tx.query<MessageRow>(
    `select ${COLUMNS} from sandbox.slack_messages
      where channel_id = $1 and ephemeral_for is null and deleted_at is null
        and case when $2::text is null then thread_ts is null or thread_ts = ts
                 else thread_ts = $2 or ts = $2 end
        and ($3::numeric is null or ts::numeric > $3 or ($5 and ts::numeric = $3))
        and ($4::numeric is null or ts::numeric < $4 or ($5 and ts::numeric = $4))
        and ($6::text is null or ts < $6)
      order by ts desc limit $7`,
    [
      range.channelId,
      range.threadTs,
      range.oldest,
      range.latest,
      range.inclusive,
      range.before,
      range.limit,
    ],
  );
  return rows.map(toMessage);
};

/** The name under which messages were posted to this channel id. */
export const findChannelName = async (tx: Tx, channelId: string): Promise<string | null> => {
  const { rows } = await tx.query<{ channel_name: string }>(
    'select channel_name from sandbox.slack_messages where channel_id = $1 limit 1',
    [channelId],
  );
  return rows[0]?.channel_name ?? null;
};

/** Every public channel that something was posted to. */
export const listSlackChannels = async (
  tx: Tx,
): Promise<readonly { readonly id: string; readonly name: string }[]> => {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select distinct channel_id as id, channel_name as name from sandbox.slack_messages
      where channel_id like 'C%' order by channel_name`,
  );
  return rows;
};
