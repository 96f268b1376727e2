import { Database } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Moment } from '#components/ui/moment.tsx';
import type { CrmRecordView } from './sandbox-view.ts';

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Records by external id: however often one is written, it is one record. */
export function CrmPanel({ items, now }: { items: readonly CrmRecordView[]; now: Date }) {
  if (items.length === 0) {
    return (
      <div className="p-4 md:p-6">
        <EmptyState icon={Database} title="The CRM holds no records">
          Steps that write to the CRM put records here. The demo creates a task once its email has
          gone out.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul
      aria-label="CRM records"
      // A long list scrolls and holds nothing to press: it has to be reached by keyboard itself.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto -outline-offset-2"
    >
      {items.map((record) => (
        <li key={record.id} className="flex flex-col gap-2 border-b border-line px-4 py-4 md:px-6">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="text-section">{record.object}</span>
            <span className="font-mono text-caption break-all text-ink-2">{record.externalId}</span>
            <span className="ml-auto text-caption text-ink-3 tabular">
              {record.writes === 1 ? 'Written once' : `Written ${record.writes} times`},{' '}
              <Moment at={record.updatedAt} format="near" now={now} />
            </span>
          </p>
          <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {Object.entries(record.fields).map(([field, value]) => (
              <div key={field} className="grid grid-cols-[112px_1fr] gap-2 text-body">
                <dt className="text-caption leading-5 break-words text-ink-3">{field}</dt>
                <dd className="min-w-0 break-words">{shown(value)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
