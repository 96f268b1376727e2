'use client';

import { cn } from '#components/ui/cn.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { TONE_TEXT } from './graph-marks.ts';
import { type GraphEdge, type GraphModel, type GraphNode, readGraph } from './graph-model.ts';
import type { FlowOptions } from './graph-to-flow.ts';
import { StepIcon } from './step-icon.tsx';

/** The same graph as a list, in reading order: each step says where each of its ways leads. */
export function GraphList({
  document,
  label,
  marks,
  extras,
  selected,
  onSelect,
}: FlowOptions & { document: AutomationDocument; label: string }) {
  const model = readGraph(document, stepCatalogue);
  const nodes = inReadingOrder(model).filter((node) => !node.id.startsWith('end:'));
  const nameOf = new Map(model.nodes.map((node) => [node.id, node.name]));
  return (
    <ol aria-label={label} className="flex flex-col">
      {nodes.map((node) => {
        const mark = marks?.nodes.get(node.id);
        const extra = extras?.get(node.id);
        const heads = extra?.heads;
        return (
          <li
            key={node.id}
            className={cn('border-b border-line', selected === node.id && 'bg-accent-soft')}
          >
            <button
              type="button"
              data-step={node.id}
              disabled={onSelect === undefined}
              aria-pressed={onSelect === undefined ? undefined : selected === node.id}
              onClick={() => onSelect?.(node.id)}
              className="flex w-full items-start gap-3 px-4 py-3 text-left transition-colors enabled:hover:bg-ground focus-visible:-outline-offset-2 disabled:cursor-default"
            >
              <span className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-2">
                <StepIcon name={node.icon} className="size-4" />
              </span>
              <span className="flex min-w-0 grow flex-col gap-0.5">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold">{node.name}</span>
                  {extra?.tag !== undefined && (
                    <Tag tone={extra.tag === 'Removed' ? 'fail' : 'accent'}>{extra.tag}</Tag>
                  )}
                  {mark?.status !== undefined && (
                    <StatusBadge status={mark.status} className="text-caption" />
                  )}
                  {heads !== undefined && heads.count > 0 && (
                    <span
                      className={cn(
                        'text-caption font-medium tabular',
                        TONE_TEXT[heads.status.tone],
                      )}
                    >
                      {heads.count} here
                    </span>
                  )}
                </span>
                <span
                  className={cn(
                    'text-caption',
                    extra?.problem === undefined ? 'text-ink-2' : 'text-fail',
                  )}
                >
                  {extra?.problem ?? mark?.fact ?? node.sentence}
                </span>
                <WaysOn node={node} edges={model.edges} nameOf={nameOf} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function WaysOn({
  node,
  edges,
  nameOf,
}: {
  node: GraphNode;
  edges: readonly GraphEdge[];
  nameOf: ReadonlyMap<string, string>;
}) {
  const ways = edges.filter((edge) => edge.from === node.id);
  const open = node.ports.filter((port) => !port.connected);
  if (ways.length + open.length === 0) return null;
  return (
    <span className="text-caption text-ink-3">
      {ways
        .map(
          (edge) =>
            `${edge.label === null ? 'then' : `${edge.label}:`} ${edge.back ? 'back to ' : ''}${nameOf.get(edge.to) ?? ''}`,
        )
        .concat(open.map((port) => `${port.label}: ends here`))
        .join(' · ')}
    </span>
  );
}

/** Breadth first from the trigger; what nothing leads to comes last. */
function inReadingOrder(model: GraphModel): GraphNode[] {
  const order: string[] = ['trigger'];
  for (const id of order) {
    const next = model.edges.filter((edge) => edge.from === id).map((edge) => edge.to);
    for (const target of next) if (!order.includes(target)) order.push(target);
  }
  const rest = model.nodes.filter((node) => !order.includes(node.id));
  return [...order.flatMap((id) => model.nodes.filter((node) => node.id === id)), ...rest];
}
