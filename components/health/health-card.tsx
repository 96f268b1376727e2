import type { ReactNode } from 'react';

/** A framed group of facts with its title. */
export function HealthCard({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <header className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="text-section">{title}</h2>
        {note !== undefined && <span className="text-right text-caption text-ink-3">{note}</span>}
      </header>
      {children}
    </section>
  );
}

/** One measurement: what, a remark, and the value. */
export function HealthRow({
  label,
  note,
  value,
}: {
  label: ReactNode;
  note?: ReactNode;
  value: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-2 text-body last:border-b-0">
      <span className="min-w-0 break-words">{label}</span>
      <span className="ml-auto flex min-w-0 items-baseline gap-3">
        {note !== undefined && <span className="text-caption text-ink-3 tabular">{note}</span>}
        <span className="font-semibold break-all tabular">{value}</span>
      </span>
    </li>
  );
}
