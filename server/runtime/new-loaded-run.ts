import { initialState } from '#server/engine/evolve.ts';
import type { Plan } from '#server/engine/plan.ts';
import type { ContactRow } from '#server/store/load-runs.ts';
import type { LoadedRun } from './loaded-run.ts';

const DAY_MS = 86_400_000;

export interface NewRunParts {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly version: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly contact: ContactRow | null;
  readonly isTest: boolean;
  readonly now: Date;
  readonly parentRunId?: string | null;
}

/** A run that has no rows yet. */
export const newLoadedRun = (parts: NewRunParts, plan: Plan): LoadedRun => {
  const state = initialState();
  return {
    row: {
      ...parts,
      parentRunId: parts.parentRunId ?? null,
      status: state.status,
      outcome: null,
      seq: 0,
      stepsLeft: plan.settings.maxSteps,
      scopes: [],
      cancelRequested: false,
      heldAt: null,
      createdAt: parts.now,
      expiresAt: new Date(parts.now.getTime() + plan.settings.maxAgeDays * DAY_MS),
      steps: [],
      outputs: {},
      timers: [],
      approvals: [],
    },
    plan,
    state,
    outputs: new Map(),
    fences: new Map(),
  };
};
