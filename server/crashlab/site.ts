/** Where one strike at a time is tried: a lane, its processes, and the scenarios published there. */
import { runExperiment, type Result } from './experiment.ts';
import type { Aim } from './fault.ts';
import { createLabProcesses, type LabProcesses } from './lab-processes.ts';
import { openLane, type Lane } from './lane.ts';
import type { LabScenario } from './scenario.ts';

export interface Site {
  readonly lane: Lane;
  readonly processes: LabProcesses;
  readonly automations: ReadonlyMap<LabScenario, string>;
}

export const openSite = async (
  adminUrl: string,
  scenarios: readonly LabScenario[],
): Promise<Site> => {
  const lane = await openLane(adminUrl);
  const automations = new Map<LabScenario, string>();
  for (const scenario of scenarios) {
    automations.set(scenario, await lane.publish(scenario.document(lane)));
  }
  return { lane, processes: createLabProcesses(), automations };
};

export const closeSite = async ({ lane, processes }: Site): Promise<void> => {
  processes.end();
  await lane.close();
};

/** Without an aim the run is clean, and recorded. */
export const tryAt = async (
  { lane, processes, automations }: Site,
  scenario: LabScenario,
  aim: Aim | null,
): Promise<Result> => {
  const automationId = automations.get(scenario) ?? '';
  return runExperiment({ lane, processes, scenario, automationId, aim });
};
