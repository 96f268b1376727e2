'use client';

import { ArrowRight, GitCompare, ListTree, Workflow } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import type { AutomationDocument } from '#server/engine/document.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { type ComparisonLook, ComparisonView } from './comparison-view.tsx';
import { DocumentView } from './document-view.tsx';
import { type Side, useSide } from './use-versions.ts';

const PICTURE = [
  { value: 'graph', label: 'Graph', icon: Workflow },
  { value: 'list', label: 'List', icon: ListTree },
] as const;
const COMPARED = [{ value: 'changes', label: 'Changes', icon: GitCompare }, ...PICTURE] as const;

const NOTHING = 'nothing';

/** One version to read, or what lies between it and another version or the draft. */
export function VersionPane({
  automationId,
  version,
  others,
  draft,
}: {
  automationId: string;
  version: number;
  /** Numbers of the other versions that are listed. */
  others: readonly number[];
  draft: AutomationDocument;
}) {
  const [against, setAgainst] = useState<Side | null>(null);
  const [look, setLook] = useState<ComparisonLook>('changes');
  const [view, setView] = useState<'graph' | 'list'>('graph');
  const shown = useSide(automationId, version, draft);
  const other = useSide(automationId, against, draft);
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <span className="flex items-center gap-2 text-body">
          <span className="text-ink-2">Compare with</span>
          <Select
            label="Compare with"
            className="w-[150px]"
            value={against === null ? NOTHING : String(against)}
            onValueChange={(value) =>
              setAgainst(value === NOTHING ? null : value === 'draft' ? 'draft' : Number(value))
            }
            options={[
              { value: NOTHING, label: 'Nothing' },
              { value: 'draft', label: 'The draft' },
              ...others
                .filter((one) => one !== version)
                .map((one) => ({ value: String(one), label: `Version ${one}` })),
            ]}
          />
        </span>
        <Link
          href={`/automations/${automationId}?version=${version}`}
          className="inline-flex items-center gap-1 text-caption font-medium text-accent-text hover:underline"
        >
          Open version {version}
          <ArrowRight aria-hidden className="size-3.5" />
        </Link>
        <span className="ml-auto max-md:ml-0">
          {against === null ? (
            <Segmented
              label="How to look at it"
              value={view}
              segments={PICTURE}
              onChange={setView}
            />
          ) : (
            <Segmented
              label="How to look at it"
              value={look}
              segments={COMPARED}
              onChange={setLook}
            />
          )}
        </span>
      </div>
      <div className="min-h-0 grow">
        {shown.document === null || (against !== null && other.document === null) ? (
          <p className="p-4 text-body text-ink-2">
            {shown.failed || other.failed ? 'It could not be loaded. Try again.' : 'Loading…'}
          </p>
        ) : against === null || other.document === null ? (
          <DocumentView
            key={version}
            document={shown.document}
            label={`Version ${version}`}
            view={view}
          />
        ) : (
          <ComparisonView
            {...inOrder(
              { side: version, document: shown.document },
              { side: against === version ? 'draft' : against, document: other.document },
            )}
            look={look}
          />
        )}
      </div>
    </div>
  );
}

interface SideShown {
  readonly side: Side;
  readonly document: AutomationDocument;
}

/** The older one first, and the draft last. */
function inOrder(a: SideShown, b: SideShown): { from: SideShown; to: SideShown } {
  const rank = ({ side }: SideShown): number => (side === 'draft' ? Infinity : side);
  return rank(a) <= rank(b) ? { from: a, to: b } : { from: b, to: a };
}
