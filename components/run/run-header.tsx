'use client';

import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { Moment } from '#components/ui/moment.tsx';
import { StatusDisc } from '#components/ui/status-badge.tsx';
import { RUN_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { deadlineOf } from './deadline-of.ts';
import { type Reading, describeRun, openSteps } from './describe-run.ts';
import { versionWords } from './version-words.ts';

/** The sentence that tells the run, and the facts around it. */
export function RunHeader({ run, reading }: { run: RunDetail; reading: Reading }) {
  const age = (run.finishedAt ?? reading.now).getTime() - run.startedAt.getTime();
  const days = Math.round((run.expiresAt.getTime() - run.startedAt.getTime()) / 86_400_000);
  const [pressing] = openSteps(run);
  const deadline = pressing === undefined ? null : deadlineOf(run, pressing);
  const left = deadline === null ? null : deadline.at.getTime() - reading.now.getTime();
  const contactZone = run.contact?.timezone ?? null;
  return (
    <header className="flex shrink-0 items-start gap-3.5 border-b border-line px-5 py-4 max-md:px-4 max-md:py-3">
      <StatusDisc status={RUN_STATUS_WORDS[run.status]} size="large" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <h1 aria-live="polite" className="text-title break-words max-md:text-heading">
          {keepTogether(describeRun(run, reading))}
        </h1>
        {run.isTest && (
          <p className="flex items-start gap-1.5 text-body text-ink-2 max-md:text-caption">
            <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            <span>
              <strong className="font-semibold text-ink">A test run.</strong> Nothing of it reaches
              anybody real, and no contact is changed.
            </span>
          </p>
        )}
        <p className="text-caption text-ink-2 md:hidden">
          {left === null ? '' : `${formatDuration(left)} left · `}started{' '}
          <Moment at={run.startedAt} now={reading.now} contactZone={contactZone} />
        </p>
        <p className="text-body text-ink-2 max-md:hidden">
          <Link
            href={`/automations/${run.automation.id}`}
            className="font-medium text-ink hover:underline"
          >
            {run.automation.name}
          </Link>
          , {versionWords(run.version)}
          <Relatives run={run} />
          <Dot />
          started <Moment at={run.startedAt} now={reading.now} contactZone={contactZone} />
          <Dot />
          {run.finishedAt === null
            ? `${formatDuration(age)} old, limit ${days} d`
            : `took ${formatDuration(age)}`}
          <Dot />
          {run.stepsUsed} of {run.maxSteps.toLocaleString('en-GB')} steps
          <Dot />
          times in {reading.zone}
        </p>
      </div>
    </header>
  );
}

/** Links to the run that started it, and to those that it started. */
function Relatives({ run }: { run: RunDetail }) {
  const link = 'font-medium text-ink hover:underline';
  return (
    <>
      {run.parent !== null && (
        <>
          <Dot />
          started by{' '}
          <Link href={`/runs/${run.parent.runId}`} className={link}>
            {run.parent.automationName}
          </Link>
        </>
      )}
      {run.children.length > 0 && (
        <>
          <Dot />
          started{' '}
          {run.children.map((child, index) => (
            <span key={child.runId}>
              {index === 0 ? '' : ', '}
              <Link href={`/runs/${child.runId}`} className={link}>
                {child.automationName}
              </Link>{' '}
              ({RUN_STATUS_WORDS[child.status].word.toLowerCase()})
            </span>
          ))}
        </>
      )}
    </>
  );
}

/** A weekday and its time stay on one line. */
function keepTogether(sentence: string): string {
  return sentence.replaceAll(/\b([A-Z][a-z]{2}) (?=\d)/g, '$1\u00a0');
}

function Dot() {
  return <span className="text-ink-3">{' · '}</span>;
}
