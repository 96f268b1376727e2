/** Worker processes that work on one lane while things are done to them. */
import { newId } from '#server/platform/ids.ts';
import { startLabProcess, type LabProcess } from '../lab-process.ts';
import type { Lane } from '../lane.ts';

export interface CrewOptions {
  /** How the workers reach the database; the lane's own address by default. */
  readonly url?: string;
  readonly queue?: boolean;
  readonly connections?: number;
  readonly skewHours?: number;
}

export interface Crew {
  readonly members: LabProcess[];
  join(options?: CrewOptions): Promise<LabProcess>;
  /** Ends everybody: gracefully where they can, else by force. */
  dismiss(): Promise<void>;
}

const POLL_MS = 100;

export const createCrew = (lane: Lane, common: CrewOptions = {}): Crew => {
  const members: LabProcess[] = [];
  return {
    members,
    join: async (options = {}) => {
      const {
        url = lane.url,
        queue = false,
        connections,
        skewHours = 0,
      } = { ...common, ...options };
      const member = await startLabProcess(skewHours);
      members.push(member);
      await member.go({
        url,
        sandboxPort: lane.sandbox.httpPort,
        orgId: lane.orgId,
        workerId: newId('wrk'),
        aim: null,
        queue,
        pollMs: POLL_MS,
        ...(connections === undefined ? {} : { connections }),
      });
      return member;
    },
    dismiss: async () => {
      await Promise.all(
        members.splice(0).map(async (member) => {
          member.signal('SIGCONT');
          await member.stop();
          member.signal('SIGKILL');
        }),
      );
    },
  };
};
