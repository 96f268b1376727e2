import { ArrowRight, Rocket } from 'lucide-react';
import Link from 'next/link';
import type { PublishRequestView } from '#server/api/views/publishing-view.ts';
import { Moment } from '#components/ui/moment.tsx';

/** Drafts that somebody asks to publish; each leads to what it would change. */
export function PublishRequests({
  requests,
  now,
}: {
  requests: readonly PublishRequestView[];
  now: Date;
}) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="to-publish" className="border-y border-line bg-held-soft">
      <h2 id="to-publish" className="px-4 pt-3 text-caption font-medium text-ink-2 md:px-6">
        To publish
      </h2>
      <ul className="flex flex-col">
        {requests.map((request) => (
          <li key={request.id}>
            <Link
              href={`/automations/${request.automationId}?publish=1`}
              className="flex items-start gap-2.5 px-4 py-2.5 transition-colors hover:bg-ground focus-visible:-outline-offset-2 md:px-6"
            >
              <Rocket aria-hidden className="mt-0.5 size-4 shrink-0 text-held" />
              <span className="flex min-w-0 grow flex-col">
                <span className="text-body font-semibold break-words">
                  {request.automationName}
                </span>
                <span className="text-caption break-words text-ink-2">
                  {request.mine
                    ? 'You asked; another person answers'
                    : `${request.requestedBy} asks`}
                  {request.note === '' ? '' : `: “${request.note}”`}
                </span>
                <span className="text-caption text-ink-3">
                  <Moment at={request.requestedAt} now={now} />
                </span>
              </span>
              <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
