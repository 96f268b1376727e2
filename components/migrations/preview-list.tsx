'use client';

import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { MigrationPreview } from '#server/api/views/migration-view.ts';
import { bucketWords, hindranceWords } from './migration-words.ts';

type Bucket = MigrationPreview['buckets'][number];

/** What would happen if it were started now: counts per step, a few runs each, and what is wrong. */
export function PreviewList({ preview }: { preview: MigrationPreview }) {
  return (
    <div className="flex flex-col gap-3">
      {preview.problems.length > 0 && (
        <ul className="flex flex-col gap-1">
          {preview.problems.map((problem) => (
            <li
              key={`${problem.code} ${problem.stepId}`}
              className="flex items-start gap-2 text-body text-ink"
            >
              <OctagonX aria-hidden className="mt-0.5 size-4 shrink-0 text-fail" />
              {problem.message}
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-col rounded-card border border-line bg-surface">
        {preview.buckets.map((bucket) => (
          <PreviewBucket key={bucket.stepId} bucket={bucket} />
        ))}
        {preview.buckets.length === 0 && (
          <li className="px-4 py-3 text-body text-ink-2">No run would be touched right now.</li>
        )}
      </ul>
    </div>
  );
}

function PreviewBucket({ bucket }: { bucket: Bucket }) {
  const hindrance = hindranceWords(bucket);
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <p className="text-body">
        <span className="text-ink-2">At</span>{' '}
        <strong className="break-words">{bucket.name}</strong>
        <span className="text-ink-2">: {bucketWords(bucket)}.</span>
      </p>
      {hindrance !== null && (
        <p className="flex items-start gap-2 text-caption text-held">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {hindrance}
        </p>
      )}
      {bucket.samples.length > 0 && (
        <ul aria-label={`Some runs at ${bucket.name}`} className="flex flex-col gap-1 pt-1">
          {bucket.samples.map((run) => (
            <li key={run.runId} className="flex items-start gap-2 text-caption text-ink-2">
              {run.verdict === 'refuse' ? (
                <OctagonX aria-hidden className="mt-0.5 size-3.5 shrink-0 text-held" />
              ) : (
                <CircleCheck aria-hidden className="mt-0.5 size-3.5 shrink-0 text-done" />
              )}
              <span className="min-w-0 break-words">
                <Link href={`/runs/${run.runId}`} className="font-medium text-ink hover:underline">
                  {run.contact ?? run.runId}
                </Link>
                {run.verdict === 'refuse' ? ' is not moved: ' : ': '}
                {run.sentence}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
