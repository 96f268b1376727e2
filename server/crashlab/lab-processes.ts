/** The processes of one lane: some suffer and are replaced, one recovers after all of them. */
import { startLabProcess, type LabProcess } from './lab-process.ts';

/** Who recovers is never struck, so it lives on with connections that know every statement. */
export type Role = 'victim' | 'rescuer';

export interface LabProcesses {
  take(role: Role): Promise<LabProcess>;
  /** Kept for its role when it lives. */
  giveBack(role: Role, process: LabProcess): void;
  end(): void;
}

/** One process is always being loaded ahead, so that a killed one costs no waiting. */
export const createLabProcesses = (): LabProcesses => {
  const kept: Record<Role, LabProcess[]> = { victim: [], rescuer: [] };
  let spare = startLabProcess();
  let over = false;
  const takeSpare = async (): Promise<LabProcess> => {
    const next = spare;
    spare = startLabProcess();
    return next;
  };
  return {
    take: async (role) => kept[role].pop() ?? takeSpare(),
    giveBack: (role, process) => {
      if (over) process.signal('SIGKILL');
      else if (!process.gone) kept[role].push(process);
    },
    end: () => {
      over = true;
      for (const one of [...kept.victim, ...kept.rescuer]) one.signal('SIGKILL');
      void spare.then((process) => process.signal('SIGKILL'));
    },
  };
};
