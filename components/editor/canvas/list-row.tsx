'use client';

import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Tag } from '#components/ui/tag.tsx';
import { type CardExtras, TONE_TEXT } from '#components/graph/graph-marks.ts';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { ListActions } from './list-actions.tsx';
import type { OutlineRow } from './outline.ts';
import { jumpWords, nextWords } from './way-words.ts';

/** How far a branch is set in, in pixels per level; deeper ones than that stand below each other. */
const INDENT = 20;
const MOST_LEVELS = 6;

/** One step: what it does, where it leads, and, when it is chosen, what can be done with it. */
export function ListRow({
  row,
  nameOf,
  extras,
  isChosen,
  isOpen,
}: {
  row: OutlineRow;
  nameOf: ReadonlyMap<string, string>;
  extras: CardExtras | undefined;
  isChosen: boolean;
  isOpen: boolean;
}) {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const { node, level, branch, branchOf } = row;
  const line = useRef<HTMLLIElement>(null);
  const problem = extras?.problem;
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li
      ref={line}
      aria-level={level}
      style={{ paddingLeft: (Math.min(level, MOST_LEVELS) - 1) * INDENT }}
      className={cn('scroll-my-2 border-b border-line', isChosen && 'bg-accent-soft')}
    >
      {branch !== null && (
        <p className="flex items-center gap-1.5 px-4 pt-2 text-caption font-medium text-ink-2">
          <CornerDownRight aria-hidden className="size-3.5" />
          {branch}
          <span className="sr-only">, a way on of {branchOf}</span>
        </p>
      )}
      <button
        type="button"
        data-step={node.id}
        tabIndex={-1}
        aria-pressed={isChosen}
        onClick={() => store.getState().select([node.id])}
        className="flex w-full items-start gap-3 px-4 py-2.5 text-left focus-visible:-outline-offset-2"
      >
        <span className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-2">
          <StepIcon name={node.icon} className="size-4" />
        </span>
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-semibold break-words text-ink">{node.name}</span>
            <span className="text-caption text-ink-2">{node.title}</span>
            <Marks extras={extras} off={node.off === true} />
          </span>
          {problem === undefined ? (
            node.sentence !== '' && <span className="text-caption text-ink-2">{node.sentence}</span>
          ) : (
            <span className="flex items-start gap-1 text-caption text-fail">
              <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
              {problem}
            </span>
          )}
          {row.jumps.length > 0 && (
            <span aria-hidden className="text-caption text-ink-2">
              {row.jumps.map((edge) => jumpWords(edge, nameOf)).join(' · ')}
            </span>
          )}
          <span className="sr-only">{nextWords(row, nameOf)}</span>
        </span>
      </button>
      {isOpen && mayEdit && <ListActions id={node.id} nameOf={nameOf} />}
    </li>
  );
}

function Marks({ extras, off }: { extras: CardExtras | undefined; off: boolean }) {
  const heads = extras?.heads;
  return (
    <>
      {off && <Tag>Off</Tag>}
      {extras?.tag !== undefined && <Tag>{extras.tag}</Tag>}
      {heads !== undefined && heads.count > 0 && (
        <span
          className={cn('text-caption font-medium tabular', TONE_TEXT[heads.status.tone])}
        >{`${heads.count} here`}</span>
      )}
    </>
  );
}
