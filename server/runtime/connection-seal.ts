import type { OpenConnection } from '#server/connectors/connector.ts';
import { decrypt, encrypt } from '#server/platform/crypto.ts';
import type { SealedConnection } from '#server/store/connection-credentials.ts';

/** Credentials as they are stored: sealed, and bound to the connection's id. */
export const sealCredentials = (
  keyHex: string,
  connectionId: string,
  credentials: Readonly<Record<string, unknown>>,
): Buffer => Buffer.from(encrypt(keyHex, JSON.stringify(credentials), connectionId), 'utf8');

/** Opens a connection for the length of one call. Throws where the key or the seal is wrong. */
export const openConnection = (keyHex: string, sealed: SealedConnection): OpenConnection => ({
  id: sealed.id,
  name: sealed.name,
  settings: sealed.settings,
  revision: sealed.revision,
  credentials:
    sealed.credentials === null
      ? {}
      : (JSON.parse(decrypt(keyHex, sealed.credentials.toString('utf8'), sealed.id)) as Record<
          string,
          unknown
        >),
});
