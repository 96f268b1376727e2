import { TriangleAlert } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { StatusDisc } from '#components/ui/status-badge.tsx';
import { Tag } from '#components/ui/tag.tsx';
import {
  type CardExtras,
  type NodeMark,
  TONE_BORDER,
  TONE_HALO,
  TONE_TEXT,
} from './graph-marks.ts';
import type { PlacedNode } from './layout-graph.ts';
import { StepIcon } from './step-icon.tsx';

/**
 * A step as a card: icon, name, one sentence; in a run the fact and the status instead. It is a
 * button, so that every step can be reached and chosen by keyboard.
 */
export function StepCard({
  node,
  mark,
  extras,
  selected,
  onSelect,
  draggable = false,
  tabIndex,
}: {
  node: PlacedNode;
  mark: NodeMark;
  extras: CardExtras | undefined;
  selected: boolean;
  onSelect: (() => void) | undefined;
  /** Lets the canvas take hold of it. */
  draggable?: boolean;
  /** Where the canvas leads from card to card by itself. */
  tabIndex?: number;
}) {
  const { heads, problem, tag } = extras ?? {};
  const pale = mark.path === 'untaken' || mark.path === 'next';
  const compact = node.height < 50;
  const tone = mark.status?.tone ?? 'accent';
  const HeadIcon = heads?.status.icon;
  return (
    <button
      type="button"
      data-step={node.id}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onClick={onSelect}
      disabled={onSelect === undefined}
      aria-pressed={onSelect === undefined ? undefined : selected}
      className={cn(
        draggable ? 'cursor-grab active:cursor-grabbing' : 'nodrag nopan',
        'pointer-events-auto relative flex h-full w-full items-center rounded-card border bg-surface text-left transition-[border-color,box-shadow,background-color] focus-visible:outline-offset-4 enabled:hover:border-edge disabled:cursor-default',
        compact ? 'gap-1.5 px-2' : 'gap-2.5 px-2.5',
        mark.path === 'plain' && 'border-control shadow-rest',
        mark.path === 'taken' && 'border-edge',
        mark.path === 'current' && [
          'border-2 ring-4',
          TONE_BORDER[tone],
          TONE_HALO[tone],
          compact ? 'px-[7px]' : 'px-[9px]',
        ],
        pale && 'border-untaken bg-ground',
        problem !== undefined && 'border-fail',
        node.off === true && 'border-dashed bg-ground shadow-none',
        selected && 'border-accent ring-3 ring-accent-soft outline outline-1 outline-accent',
      )}
    >
      <span
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-control',
          compact ? 'size-6' : 'size-[30px]',
          pale ? 'text-ink-3' : 'bg-sunken text-ink-2',
        )}
      >
        <StepIcon name={node.icon} className="size-4" />
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="flex items-center gap-1.5">
          <span
            className={cn(
              'min-w-0 truncate text-body leading-[18px] font-semibold',
              pale ? 'text-ink-3' : 'text-ink',
            )}
          >
            {node.name}
          </span>
          {node.off === true && <Tag>Off</Tag>}
          {tag !== undefined && <Tag tone={tag === 'Removed' ? 'fail' : 'accent'}>{tag}</Tag>}
          {heads !== undefined && HeadIcon !== undefined && heads.count > 0 && (
            <span
              className={cn(
                'ml-auto inline-flex shrink-0 items-center gap-1 pl-2 text-caption font-medium tabular',
                TONE_TEXT[heads.status.tone],
              )}
            >
              <HeadIcon aria-hidden className="size-3.5" />
              {heads.count}
              <span className="sr-only"> here</span>
            </span>
          )}
        </span>
        <CardLine
          text={problem ?? mark.fact ?? (pale ? '' : node.sentence)}
          problem={problem !== undefined}
        />
      </span>
      {pale && (
        <span className="sr-only">
          {mark.path === 'next' ? ', next if nothing happens' : ', not taken'}
        </span>
      )}
      {mark.status !== undefined && <StatusDisc status={mark.status} />}
      {problem !== undefined && (
        <span className="absolute -top-2.5 -right-2.5 inline-flex size-5 items-center justify-center rounded-full bg-fail text-on-fail">
          <TriangleAlert aria-hidden className="size-3" />
        </span>
      )}
    </button>
  );
}

function CardLine({ text, problem }: { text: string; problem: boolean }) {
  if (text === '') return null;
  return (
    <span
      title={text}
      className={cn('truncate text-caption leading-4', problem ? 'text-fail' : 'text-ink-2')}
    >
      {text}
    </span>
  );
}
