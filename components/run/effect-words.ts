import { CircleCheck, CircleDashed, CircleQuestionMark, Loader } from 'lucide-react';
import type { StatusWord } from '#components/ui/status-vocabulary.ts';
import type { EffectView } from '#server/api/views/run-view.ts';

const WORDS: Readonly<Record<EffectView['status'], StatusWord>> = {
  claimed: { word: 'Prepared', icon: CircleDashed, tone: 'quiet' },
  in_flight: { word: 'In flight', icon: Loader, tone: 'accent' },
  settled: { word: 'Done', icon: CircleCheck, tone: 'done' },
  outcome_unknown: { word: 'Outcome unknown', icon: CircleQuestionMark, tone: 'review' },
  needs_review: { word: 'Needs review', icon: CircleQuestionMark, tone: 'review' },
  abandoned: { word: 'Not sent', icon: CircleDashed, tone: 'quiet' },
};

const DIVERTED: Readonly<Record<string, { readonly status: StatusWord; readonly words: string }>> =
  {
    sandbox: {
      status: WORDS.settled,
      words: 'Diverted to the sandbox, as this is a test: nobody real got it.',
    },
    not_sent: {
      status: { word: 'Would have been sent', icon: CircleDashed, tone: 'quiet' },
      words:
        'Not sent, as this is a test and the sandbox is off. It shows what would have been sent.',
    },
  };

/** Where a test run's effect went instead of out; null where it went out, or has not yet. */
export function describeDiversion({
  providerReply,
}: Pick<EffectView, 'providerReply'>): string | null {
  return diversionOf(providerReply)?.words ?? null;
}

function diversionOf(reply: unknown) {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const diverted: unknown = Reflect.get(reply, 'diverted');
  return typeof diverted === 'string' && Object.hasOwn(DIVERTED, diverted)
    ? DIVERTED[diverted]
    : undefined;
}

/** A claim that was tried and given back has not happened; before any try it is only prepared. */
export function effectStatus(
  effect: Pick<EffectView, 'status' | 'attempts' | 'providerReply'>,
): StatusWord {
  const status = WORDS[effect.status];
  if (effect.status === 'settled') return diversionOf(effect.providerReply)?.status ?? status;
  return effect.status === 'claimed' && effect.attempts > 0
    ? { ...status, word: 'Not done' }
    : status;
}

const NOUNS: readonly (readonly [part: string, noun: string])[] = [
  ['slack', 'Slack message'],
  ['smtp', 'Email'],
  ['mail', 'Email'],
  ['crm', 'CRM record'],
  ['model', 'Text from the model'],
  ['ai', 'Text from the model'],
  ['http', 'HTTP call'],
];

/** "Slack message to #demo-approvals", "Email to maya@example.com": what went out, and where. */
export function describeEffect(effect: Pick<EffectView, 'connector' | 'request'>): string {
  const noun = NOUNS.find(([part]) => effect.connector.includes(part))?.[1] ?? effect.connector;
  const where = placeOf(effect.request);
  if (where === null) return noun;
  return `${noun} ${noun === 'HTTP call' ? 'to' : noun === 'CRM record' ? 'of kind' : 'to'} ${where}`;
}

/** The address, channel or URL of a request, wherever its connector keeps it. */
function placeOf(request: unknown): string | null {
  if (typeof request !== 'object' || request === null) return null;
  for (const field of ['channel', 'to', 'url', 'object']) {
    const value: unknown = Reflect.get(request, field);
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.every((one) => typeof one === 'string') && value.length > 0)
      return value.join(', ');
  }
  return null;
}

/** The provider's own word for what it did, where it gave one: a message id, a record's id. */
export function providerReference(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null;
  for (const field of ['ts', 'messageId', 'id', 'recordId', 'externalId']) {
    const value: unknown = Reflect.get(result, field);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
