import type { ConnectionView, EngineHealth } from '#server/api/views/workspace-view.ts';
import { ConnectionHealth, parkedWords } from '#components/connections/connection-health.tsx';
import { HealthCard } from './health-card.tsx';

const breakerWords = (state: string | undefined): string | null =>
  state === 'open' ? 'breaker open' : state === 'half_open' ? 'breaker tries again' : null;

/** Connections with what holds them back. */
export function ConnectionsCard({
  connections,
  breakers,
}: {
  connections: readonly ConnectionView[];
  breakers: EngineHealth['metrics']['breakers'];
}) {
  const states = new Map(breakers.map((breaker) => [breaker.connection, breaker.state]));
  return (
    <HealthCard title="Connections" note="A breaker holds calls back after repeated failures">
      <ul>
        {connections.map((connection) => {
          const remarks = [
            connection.parkedRuns > 0 ? parkedWords(connection.parkedRuns) : null,
            breakerWords(states.get(connection.name)),
          ].filter((remark) => remark !== null);
          return (
            <li
              key={connection.id}
              className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-2 text-body last:border-b-0"
            >
              {connection.label}
              <span className="flex items-center gap-3">
                <span className="text-caption text-ink-3 tabular">{remarks.join(', ')}</span>
                <ConnectionHealth health={connection.health} />
              </span>
            </li>
          );
        })}
      </ul>
    </HealthCard>
  );
}
