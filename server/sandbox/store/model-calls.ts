import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';

export interface ModelCall {
  readonly id: string;
  readonly at: Date;
  readonly idempotencyKey: string | null;
  readonly model: string;
  readonly prompt: string;
  readonly reply: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How often the stored answer was given again for the same key. */
  readonly replays: number;
}

export type NewModelCall = Omit<ModelCall, 'at' | 'replays'> & { readonly requestDigest: string };

interface ModelRow {
  readonly id: string;
  readonly at: Date;
  readonly idempotency_key: string | null;
  readonly request_digest: string;
  readonly model: string;
  readonly prompt: string;
  readonly reply: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly replays: number;
}

const COLUMNS = `id, at, idempotency_key, request_digest, model, prompt, reply, input_tokens,
  output_tokens, replays`;

const toCall = (row: ModelRow): ModelCall => ({
  id: row.id,
  at: row.at,
  idempotencyKey: row.idempotency_key,
  model: row.model,
  prompt: row.prompt,
  reply: row.reply,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  replays: row.replays,
});

export type StoredModelCall =
  | { readonly kind: 'stored'; readonly call: ModelCall }
  | { readonly kind: 'replayed'; readonly call: ModelCall }
  /** The key was used before for another request. */
  | { readonly kind: 'key_reused' };

/** Stores the answer, or finds the one already given under the same key. */
export const storeModelCall = async (tx: Tx, call: NewModelCall): Promise<StoredModelCall> => {
  const { rows } = await tx.query<ModelRow>(
    `insert into sandbox.model_calls
       (id, idempotency_key, request_digest, model, prompt, reply, input_tokens, output_tokens)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (idempotency_key) do update set replays = sandbox.model_calls.replays + 1
     returning ${COLUMNS}`,
    [
      call.id,
      call.idempotencyKey,
      call.requestDigest,
      storableText(call.model),
      storableText(call.prompt),
      storableText(call.reply),
      call.inputTokens,
      call.outputTokens,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The call was not stored.');
  if (row.id === call.id) return { kind: 'stored', call: toCall(row) };
  if (row.request_digest !== call.requestDigest) return { kind: 'key_reused' };
  return { kind: 'replayed', call: toCall(row) };
};

/** Newest first. */
export const listModelCalls = async (tx: Tx, limit: number): Promise<readonly ModelCall[]> => {
  const { rows } = await tx.query<ModelRow>(
    `select ${COLUMNS} from sandbox.model_calls order by at desc, id desc limit $1`,
    [limit],
  );
  return rows.map(toCall);
};
