import type { Problem } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { AutomationListItem } from '#server/api/views/automation-view.ts';

export interface StateFacts {
  readonly status: 'active' | 'paused' | 'archived';
  readonly statusBy: string | null;
  /** Whether its runs are held, or being released. */
  readonly hold: 'holding' | 'releasing' | null;
  readonly live: AutomationDocument | null;
  readonly problems: readonly Problem[];
  readonly lostConnections: readonly { readonly name: string; readonly label: string }[];
}

export type DescribedState = Pick<AutomationListItem, 'state' | 'stateNote'>;

const by = (who: string | null): string => (who === null ? '' : ` by ${who}`);

const describeDraft = (problems: readonly Problem[]): string => {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  if (errors === 0) return 'Ready to publish';
  return errors === 1 ? '1 problem to fix' : `${errors} problems to fix`;
};

/** What a marketer reads first: the state, and what to do about it. */
export const describeState = (facts: StateFacts): DescribedState => {
  if (facts.status === 'archived') {
    return { state: 'archived', stateNote: `Archived${by(facts.statusBy)}` };
  }
  if (facts.live === null) return { state: 'draft', stateNote: describeDraft(facts.problems) };
  if (facts.status === 'paused') {
    const held = facts.hold === 'holding' ? ', runs held' : '';
    return { state: 'paused', stateNote: `Paused${by(facts.statusBy)}${held}` };
  }
  const used = new Set(facts.live.steps.map((step) => step.config['connection']));
  const lost = facts.lostConnections.filter((connection) => used.has(connection.name));
  if (lost.length === 0) {
    const note = facts.hold === 'releasing' ? 'Held runs are being let go on' : null;
    return { state: 'live', stateNote: note };
  }
  return { state: 'parked', stateNote: `Reconnect ${lost.map((one) => one.label).join(' and ')}` };
};
