import { z } from 'zod';
import type { Port } from '#server/engine/definition.ts';
import { portSchema } from '#server/engine/document.ts';

/** A Liquid template that must not be blank. Whether it parses is the publish check's business. */
export function templateSchema(what: string, maxLength = 50_000) {
  return z
    .string({ error: `Write ${what}` })
    .max(maxLength, `Use at most ${maxLength} characters`)
    .refine((text) => text.trim() !== '', `Write ${what}`);
}

/** The name of a connection in the workspace: "mailbox", "crm". */
export function connectionSchema(example: string) {
  return z
    .string({ error: `Choose a connection, such as "${example}"` })
    .regex(/^[a-z][a-z0-9_-]{0,62}$/, `Use a connection's name, such as "${example}"`);
}

/** A way out that the author named. */
export const namedPortShape = {
  port: portSchema,
  name: z.string().trim().min(1, 'Give it a name').max(100),
};

export function hasDistinctPorts(items: readonly { readonly port: string }[]): boolean {
  return new Set(items.map((item) => item.port)).size === items.length;
}

export function toPorts(
  items: readonly { readonly port: string; readonly name: string }[],
): Port[] {
  return items.map((item) => ({ id: item.port, label: item.name }));
}

export const NEXT: Port = { id: 'next', label: 'Next' };

/** A template short enough for a card: one line of at most `max` characters, no emoji cut in half. */
export function excerpt(text: string, max = 60): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (characters.length <= max) return line;
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`;
}
