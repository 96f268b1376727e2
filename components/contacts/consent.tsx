import { Ban, CircleCheck, CircleDashed, Eraser, type LucideIcon, MailX } from 'lucide-react';
import type { ContactListItem } from '#server/api/views/workspace-view.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly iconTone: string;
  readonly wordTone: string;
}

/** What a run may do with this address. The strictest reason wins, as it does when a step sends. */
export const consentLook = (
  contact: Pick<ContactListItem, 'emailConsent' | 'suppressed' | 'erased'>,
): Look => {
  if (contact.erased)
    return { icon: Eraser, word: 'Erased', iconTone: 'text-ink-3', wordTone: 'text-ink-3' };
  if (contact.suppressed)
    return { icon: Ban, word: 'Suppressed', iconTone: 'text-held', wordTone: 'text-held' };
  switch (contact.emailConsent) {
    case 'granted':
      return {
        icon: CircleCheck,
        word: 'May be emailed',
        iconTone: 'text-done',
        wordTone: 'text-ink',
      };
    case 'withdrawn':
      return { icon: MailX, word: 'Unsubscribed', iconTone: 'text-held', wordTone: 'text-held' };
    case null:
      return {
        icon: CircleDashed,
        word: 'Never asked',
        iconTone: 'text-ink-3',
        wordTone: 'text-ink-2',
      };
    default:
      return contact.emailConsent satisfies never;
  }
};

export function Consent({ contact }: { contact: ContactListItem }) {
  const { icon: Icon, word, iconTone, wordTone } = consentLook(contact);
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle text-body font-medium whitespace-nowrap ${wordTone}`}
    >
      <Icon aria-hidden className={`size-4 ${iconTone}`} />
      {word}
    </span>
  );
}
