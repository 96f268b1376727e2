'use client';

import { ShieldAlert } from 'lucide-react';
import { dataOf } from '#server/simulate/sample-data.ts';
import { renderHtmlTemplate, renderTemplate } from '#server/templates/render.ts';
import { HtmlPreview } from './html-preview.tsx';
import { PreviewFault } from './liquid-preview.tsx';
import { useSample, useSampleSimulation } from './sample-context.tsx';

/** Room for a letter at the side, in CSS pixels. */
const ROOM = 346;

/** A letter as the sample's contact would get it. */
export function EmailPreview({
  subject,
  body,
  format,
  stepId,
}: {
  subject: string;
  body: string;
  format: 'text' | 'html';
  stepId: string;
}) {
  const { sample } = useSample();
  const data = dataOf(useSampleSimulation(stepId));
  const title = renderTemplate(subject, data);
  const letter = (format === 'html' ? renderHtmlTemplate : renderTemplate)(body, data);
  return (
    <div className="flex flex-col gap-2">
      {format === 'html' && /\|\s*raw\b/.test(body) && (
        <p className="flex items-start gap-1.5 text-caption text-held">
          <ShieldAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span>
            A value ends with “| raw”: it is put in as HTML, not escaped. Use it only for texts of
            your own, never for what a contact has typed.
          </span>
        </p>
      )}
      {!title.ok && <PreviewFault message={title.error.message} name={sample.name} />}
      {!letter.ok && <PreviewFault message={letter.error.message} name={sample.name} />}
      {letter.ok && (
        <>
          <p className="text-caption text-ink-3">
            To {sample.contact?.email ?? sample.name}
            {title.ok && (
              <>
                {': '}
                <strong className="text-ink">{title.text || '(no subject)'}</strong>
              </>
            )}
          </p>
          {format === 'html' ? (
            <HtmlPreview html={letter.text} room={ROOM} />
          ) : (
            <p className="max-h-72 overflow-y-auto rounded-control bg-sunken px-3 py-2 text-body break-words whitespace-pre-wrap text-ink">
              {letter.text.trim() === '' ? 'Nothing yet.' : letter.text}
            </p>
          )}
        </>
      )}
    </div>
  );
}
