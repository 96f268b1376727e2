'use client';

import { Hourglass, MessageSquareX } from 'lucide-react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { PublishWay } from './publishing-words.ts';

/** What is said beside the changes: a note for the version, or what was asked and answered. */
export function PublishNote({
  way,
  text,
  error,
  onText,
}: {
  way: PublishWay;
  /** The note, or the reason for a no. */
  text: string;
  error: string | null;
  onText: (text: string) => void;
}) {
  const asked = way.kind === 'wait' || way.kind === 'answer' ? way.request : null;
  const refused = way.kind === 'ask' ? way.refused : null;
  return (
    <div className="mt-4 flex flex-col gap-3">
      {refused !== null && (
        <p className="flex items-start gap-2 rounded-control border border-held-line bg-held-soft px-3 py-2 text-body text-ink">
          <MessageSquareX aria-hidden className="mt-0.5 size-4 shrink-0 text-held" />
          <span className="min-w-0 break-words">
            <strong>{refused.decidedBy} said no</strong> to this draft: {refused.reason}
          </span>
        </p>
      )}
      {asked !== null && (
        <p className="flex items-start gap-2 rounded-control border border-held-line bg-held-soft px-3 py-2 text-body text-ink">
          <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-held" />
          <span className="min-w-0 break-words">
            <strong>{asked.mine ? 'You' : asked.requestedBy}</strong> asked to publish exactly this,{' '}
            <Moment at={asked.requestedAt} />
            {asked.note === '' ? '.' : `: “${asked.note}”.`} Any edit takes the request back.
          </span>
        </p>
      )}
      {way.kind === 'answer' ? (
        <Field label="Reason, if you say no" error={error}>
          <Textarea
            value={text}
            maxLength={500}
            rows={2}
            onChange={(event) => onText(event.target.value)}
          />
        </Field>
      ) : way.kind === 'wait' ? (
        error !== null && <p className="text-body text-fail">{error}</p>
      ) : (
        <Field label="Note for the team" error={error}>
          <Input value={text} maxLength={500} onChange={(event) => onText(event.target.value)} />
        </Field>
      )}
    </div>
  );
}
