import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';
import { storableJson } from './storable.ts';

export interface EchoedRequest {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How often the first answer was given again for the same key. */
  readonly replays: number;
}

export type NewEchoedRequest = Omit<EchoedRequest, 'at' | 'replays'> & {
  readonly requestDigest: string;
};

interface RequestRow {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly idempotency_key: string | null;
  readonly request_digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly replays: number;
}

const COLUMNS = 'id, at, method, path, idempotency_key, request_digest, headers, body, replays';

const toRequest = (row: RequestRow): EchoedRequest => ({
  id: row.id,
  at: row.at,
  method: row.method,
  path: row.path,
  idempotencyKey: row.idempotency_key,
  headers: row.headers,
  body: row.body,
  replays: row.replays,
});

export type StoredRequest =
  | { readonly kind: 'stored' | 'replayed'; readonly request: EchoedRequest }
  /** The key was used before for another request. */
  | { readonly kind: 'key_reused' };

/** Stores the request, or finds the one already taken under the same key. */
export const storeEchoedRequest = async (
  tx: Tx,
  request: NewEchoedRequest,
): Promise<StoredRequest> => {
  const { rows } = await tx.query<RequestRow>(
    `insert into sandbox.http_requests
       (id, method, path, idempotency_key, request_digest, headers, body)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7)
     on conflict (idempotency_key) do update set replays = sandbox.http_requests.replays + 1
     returning ${COLUMNS}`,
    [
      request.id,
      request.method,
      storableText(request.path),
      request.idempotencyKey,
      request.requestDigest,
      storableJson(request.headers),
      storableText(request.body),
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The request was not stored.');
  if (row.id === request.id) return { kind: 'stored', request: toRequest(row) };
  if (row.request_digest !== request.requestDigest) return { kind: 'key_reused' };
  return { kind: 'replayed', request: toRequest(row) };
};

/** Newest first. */
export const listEchoedRequests = async (
  tx: Tx,
  limit: number,
): Promise<readonly EchoedRequest[]> => {
  const { rows } = await tx.query<RequestRow>(
    `select ${COLUMNS} from sandbox.http_requests order by at desc, id desc limit $1`,
    [limit],
  );
  return rows.map(toRequest);
};
