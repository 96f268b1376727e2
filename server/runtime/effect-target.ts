import type { Connector, OpenConnection } from '#server/connectors/connector.ts';
import { sha256Hex } from '#server/platform/digest.ts';

/**
 * A digest of what a connection points at: which one, at which address, whose account; never its
 * secrets, so that a renewed credential is the same target. Null where that does not matter.
 */
export const effectTarget = (
  { kind, pointsAt }: Connector,
  connection: OpenConnection | null,
): string | null =>
  connection === null || pointsAt === undefined
    ? null
    : sha256Hex(JSON.stringify([kind, connection.id, ...pointsAt(connection)]));

/** Whether an attempt went to what `connection` points at. Attempts from before this was kept did. */
export const wentTo = (
  effect: { readonly connectionTarget: string | null },
  connector: Connector,
  connection: OpenConnection | null,
): boolean =>
  effect.connectionTarget === null ||
  effect.connectionTarget === effectTarget(connector, connection);
