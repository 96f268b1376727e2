import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';
import type { CallView } from './sandbox-view.ts';

const tone = (status: number | null): string =>
  status === null ? 'text-held' : status < 400 ? 'text-done' : 'text-fail';

/** The calls of the protocol, both ways, newest first, with what was answered. */
export function CallsList({ calls }: { calls: readonly CallView[] }) {
  return (
    <section aria-labelledby="calls" className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 id="calls" className="text-section">
        Calls
      </h2>
      {calls.length === 0 ? (
        <p className="text-caption text-ink-2">None yet. Run the demo to see some.</p>
      ) : (
        <ul className="flex flex-col">
          {calls.map((call) => (
            <li
              key={call.id}
              className="flex items-baseline gap-3 border-b border-line py-1.5 text-caption last:border-b-0"
            >
              <Moment at={call.at} format="seconds" className="text-ink-3" />
              <span className="min-w-0 grow font-mono break-words text-ink">
                {call.direction === 'out' && <span className="text-ink-3">to Holdfast: </span>}
                {call.name}
              </span>
              <span className={cn('shrink-0 tabular', tone(call.status))}>
                {call.status ?? 'cut'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
