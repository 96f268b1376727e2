import type { OpenConnection } from './connector.ts';

/** Where the settings say that it is the sandbox, it is one and the same whatever its ports. */
export function addressIn(
  { settings }: OpenConnection,
  read: (settings: Readonly<Record<string, unknown>>) => unknown,
): string {
  return settings['sandbox'] === true ? 'sandbox' : text(read(settings)).replace(/\/+$/, '');
}

/** A name in the credentials that is no secret: whose account it is. Empty where there is none. */
export function accountIn({ credentials }: OpenConnection, name: string): string {
  return text(credentials[name]);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
