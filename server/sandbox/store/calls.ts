import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';
import type { SandboxService } from '../services.ts';

export interface SandboxCall {
  readonly id: number;
  readonly at: Date;
  readonly service: SandboxService;
  /** in: the product called the service; out: the service called the product. */
  readonly direction: 'in' | 'out';
  readonly name: string;
  /** Null where the connection was cut without an answer. */
  readonly status: number | null;
  readonly fault: string | null;
  readonly durationMs: number;
}

export type NewCall = Omit<SandboxCall, 'id' | 'at'>;

export const recordCall = async (tx: Tx, call: NewCall): Promise<void> => {
  await tx.query(
    `insert into sandbox.calls (service, direction, name, status, fault, duration_ms)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      call.service,
      call.direction,
      storableText(call.name).slice(0, 300),
      call.status,
      call.fault,
      Math.max(0, Math.round(call.durationMs)),
    ],
  );
};

/** Newest first. */
export const listCalls = async (
  tx: Tx,
  filter: { readonly service?: SandboxService | undefined; readonly limit?: number } = {},
): Promise<readonly SandboxCall[]> => {
  const { rows } = await tx.query<{
    id: number;
    at: Date;
    service: SandboxService;
    direction: 'in' | 'out';
    name: string;
    status: number | null;
    fault: string | null;
    duration_ms: number;
  }>(
    `select id, at, service, direction, name, status, fault, duration_ms
       from sandbox.calls
      where $1::text is null or service = $1
      order by id desc limit $2`,
    [filter.service ?? null, filter.limit ?? 200],
  );
  return rows.map(({ duration_ms, ...row }) => ({ ...row, durationMs: duration_ms }));
};
