import type { RuntimeDeps } from './deps.ts';

export interface ResumeParked {
  readonly orgId: string;
  readonly connectionId: string;
  readonly actor: string;
}

/** A connection works again: every step parked for it goes on from where it was. */
export const resumeParked = async (
  _deps: RuntimeDeps,
  _resume: ResumeParked,
): Promise<{ readonly resumed: number }> => {
  throw new Error('Being written.');
};
