'use client';

import { useDocument } from '#components/editor/editor-context.tsx';
import type { Draft } from '#server/steps/form.ts';
import { lengthOf } from './wait-sentence.ts';

/** What zone and spread mean for each person. */
export function WaitNote({ config }: { config: Draft }) {
  const { settings } = useDocument();
  const zone = config['zone'] ?? 'contact';
  const spread = typeof config['spreadSeconds'] === 'number' ? config['spreadSeconds'] : 600;
  const time = typeof config['at'] === 'string' ? config['at'] : 'that time';
  return (
    <p className="-mt-2 text-caption text-ink-3">
      {zone === 'contact' &&
        `The contact’s clock follows them when they move. No zone on the contact? Then the automation’s, ${settings.timezone.replaceAll('_', ' ')}. `}
      {spread === 0
        ? 'Everybody goes on at that very moment.'
        : `The spread gives each person a fixed moment up to ${lengthOf(spread)} after ${time}, so that not all mail leaves at once.`}
    </p>
  );
}
