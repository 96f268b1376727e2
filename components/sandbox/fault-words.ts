export type SandboxService = 'smtp' | 'slack' | 'model' | 'crm' | 'http';

export type FaultMode =
  | 'normal'
  | 'rate_limited'
  | 'error'
  | 'reject'
  | 'slow'
  | 'accept_then_drop'
  | 'accept_then_error'
  | 'drop_before'
  | 'revoked';

export interface FaultChoice {
  readonly mode: FaultMode;
  readonly title: string;
  readonly detail: string;
}

interface FaultSettings {
  readonly retryAfterSeconds: number | null;
  readonly slowSeconds: number | null;
}

const seconds = (value: number | null, otherwise: number): string => `${value ?? otherwise} s`;

const smtp = ({ slowSeconds }: FaultSettings): readonly FaultChoice[] => [
  { mode: 'normal', title: 'Normally', detail: 'Accepts at once' },
  { mode: 'rate_limited', title: '421, come back later', detail: 'Refuses for now' },
  { mode: 'error', title: '451 on every message', detail: 'A fault that may pass' },
  { mode: 'reject', title: '554 on every message', detail: 'Refuses for good' },
  { mode: 'slow', title: 'Slowly', detail: `${seconds(slowSeconds, 10)} before each answer` },
  {
    mode: 'accept_then_drop',
    title: 'Accept, then hang up',
    detail: 'Takes the message, says nothing',
  },
  {
    mode: 'accept_then_error',
    title: 'Accept, then say no',
    detail: 'Takes the message, answers with an error',
  },
  {
    mode: 'drop_before',
    title: 'Hang up without taking it',
    detail: 'Nothing arrives, and the sender cannot know',
  },
  { mode: 'revoked', title: 'Password revoked', detail: 'Every login is refused' },
];

const web = ({ retryAfterSeconds, slowSeconds }: FaultSettings): readonly FaultChoice[] => [
  { mode: 'normal', title: 'Normally', detail: 'Every call is answered at once' },
  {
    mode: 'rate_limited',
    title: '429, come back later',
    detail: `Retry-After ${seconds(retryAfterSeconds, 30)}`,
  },
  { mode: 'error', title: '500 on every call', detail: 'A fault that may pass' },
  { mode: 'reject', title: 'Refuse every call', detail: 'An error that trying again cannot mend' },
  { mode: 'slow', title: 'Slowly', detail: `${seconds(slowSeconds, 10)} before each answer` },
  {
    mode: 'accept_then_drop',
    title: 'Accept, then hang up',
    detail: 'Does the work, says nothing',
  },
  {
    mode: 'accept_then_error',
    title: 'Accept, then say no',
    detail: 'Does the work, answers with an error',
  },
  { mode: 'drop_before', title: 'Hang up first', detail: 'Does nothing, says nothing' },
  { mode: 'revoked', title: 'Token revoked', detail: 'Every call is refused' },
];

/** Every way in which a sandbox service can be told to behave, in the words of its protocol. */
export const faultChoices = (
  service: SandboxService,
  settings: FaultSettings,
): readonly FaultChoice[] => (service === 'smtp' ? smtp(settings) : web(settings));
