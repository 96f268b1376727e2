import { CLOSED_RUN_STATUSES, OPEN_RUN_STATUSES, type RunStatus } from '#server/engine/state.ts';
import { RUN_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';

/** What the list of runs is held to; it stands in the address, so that it can be shared. */
export interface RunsFilter {
  /** `open`, `finished`, `all` or one status. */
  readonly status: string;
  readonly automationId: string | null;
  /** Of that automation; left out or null: any. */
  readonly version?: number | null;
  readonly search: string;
}

const GROUPS: Readonly<Record<string, readonly RunStatus[] | null>> = {
  open: OPEN_RUN_STATUSES,
  finished: CLOSED_RUN_STATUSES,
  all: null,
};

const ALL_STATUSES: readonly RunStatus[] = [...OPEN_RUN_STATUSES, ...CLOSED_RUN_STATUSES];

/** Unknown values fall back to open runs. */
export function parseRunsFilter(
  params: Readonly<Record<string, string | string[] | undefined>>,
): RunsFilter {
  const one = (name: string): string => [params[name]].flat()[0] ?? '';
  const status = one('status');
  const known =
    Object.hasOwn(GROUPS, status) || (ALL_STATUSES as readonly string[]).includes(status);
  const automationId = one('automation') === '' ? null : one('automation');
  const version = /^-?\d{1,9}$/.test(one('version')) ? Number(one('version')) : null;
  return {
    status: known ? status : 'open',
    automationId,
    version: automationId === null ? null : version,
    search: one('q').trim().slice(0, 200),
  };
}

/** The address of the list with this filter. */
export function runsHref(filter: RunsFilter): string {
  const params = new URLSearchParams();
  if (filter.status !== 'open') params.set('status', filter.status);
  if (filter.automationId !== null) params.set('automation', filter.automationId);
  if (filter.automationId !== null && typeof filter.version === 'number') {
    params.set('version', String(filter.version));
  }
  if (filter.search !== '') params.set('q', filter.search);
  const query = params.toString();
  return query === '' ? '/runs' : `/runs?${query}`;
}

/** What the API is asked for. */
export function runsInput(filter: RunsFilter): {
  status: RunStatus[] | null;
  automationId: string | null;
  version: number | null;
  q: string | null;
} {
  const group = Object.hasOwn(GROUPS, filter.status) ? GROUPS[filter.status] : undefined;
  const statuses =
    group === undefined ? ALL_STATUSES.filter((status) => status === filter.status) : group;
  return {
    status: statuses === null ? null : [...statuses],
    automationId: filter.automationId,
    version: filter.automationId === null ? null : (filter.version ?? null),
    q: filter.search === '' ? null : filter.search,
  };
}

export const STATUS_CHOICES: readonly { value: string; label: string }[] = [
  { value: 'open', label: 'open' },
  { value: 'finished', label: 'finished' },
  { value: 'all', label: 'any' },
  ...ALL_STATUSES.map((status) => ({
    value: status,
    label: RUN_STATUS_WORDS[status].word.toLowerCase(),
  })),
];
