'use client';

import {
  ChevronLeft,
  ChevronRight,
  FlaskConical,
  Pause,
  PencilLine,
  Play,
  TriangleAlert,
} from 'lucide-react';
import Link from 'next/link';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { Button } from '#components/ui/button.tsx';
import { AutomationState } from './automation-state.tsx';

export interface AutomationPermissions {
  readonly run: boolean;
  readonly pause: boolean;
  readonly publish: boolean;
  readonly edit: boolean;
}

export type AutomationDialog = 'publish' | 'pause' | 'test' | 'versions';

/** What can be done with the whole automation. At the bottom on phones. */
export function AutomationActions({
  detail,
  may,
  onOpen,
  onShowProblems,
}: {
  detail: AutomationDetail;
  may: AutomationPermissions;
  onOpen: (dialog: AutomationDialog) => void;
  onShowProblems: () => void;
}) {
  const errors = detail.problems.filter((problem) => problem.severity === 'error').length;
  const paused = detail.state === 'paused';
  const toPublish = detail.draftChanged || detail.liveVersion === null;
  const touch = 'max-md:h-11 max-md:grow max-md:px-3';
  return (
    <>
      {may.edit && (
        <Button asChild className={touch}>
          <Link href={`/automations/${detail.id}/edit`}>
            <PencilLine aria-hidden />
            Edit
          </Link>
        </Button>
      )}
      {may.pause && detail.liveVersion !== null && (
        <Button
          className={touch}
          variant={paused && !toPublish ? 'primary' : 'secondary'}
          onClick={() => onOpen('pause')}
        >
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          {paused ? 'Resume…' : 'Pause…'}
        </Button>
      )}
      {may.run && (
        <Button
          className={touch}
          variant={toPublish || paused ? 'secondary' : 'primary'}
          onClick={() => onOpen('test')}
        >
          <FlaskConical aria-hidden />
          Start a test run
        </Button>
      )}
      {errors > 0 && (
        <Button className={touch} variant="problem" onClick={onShowProblems}>
          <TriangleAlert aria-hidden />
          {errors} {errors === 1 ? 'problem' : 'problems'}
        </Button>
      )}
      {may.publish && (
        <Button
          className={touch}
          variant={errors > 0 ? 'soft' : toPublish ? 'primary' : 'secondary'}
          onClick={() => onOpen('publish')}
        >
          Publish…
        </Button>
      )}
    </>
  );
}

/** Where we are, and the automation's state. */
export function AutomationBar({
  detail,
  children,
}: {
  detail: AutomationDetail;
  children: React.ReactNode;
}) {
  return (
    <header className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1.5">
      <Link href="/automations" aria-label="All automations" className="md:hidden">
        <ChevronLeft aria-hidden className="size-5" />
      </Link>
      <nav aria-label="Where you are" className="flex min-w-0 items-center gap-2 text-body">
        <Link href="/automations" className="font-medium text-ink-2 hover:text-ink max-md:hidden">
          Automations
        </Link>
        <ChevronRight aria-hidden className="size-4 text-ink-3 max-md:hidden" />
        <h1 className="text-section">{detail.name}</h1>
      </nav>
      <AutomationState state={detail.state} version={detail.liveVersion} note={null} />
      {detail.liveVersion !== null && detail.draftChanged && (
        <span className="text-body font-medium text-accent-text">draft differs</span>
      )}
      <div className="ml-auto flex items-center gap-2 max-md:hidden">{children}</div>
    </header>
  );
}
