import type { PublishingState, PublishRequestView } from '#server/api/views/publishing-view.ts';

/** How a draft can go live from here, for whoever looks. */
export type PublishWay =
  /** By oneself. */
  | { readonly kind: 'publish' }
  /** Another person has to agree; nobody has been asked about this draft. */
  | { readonly kind: 'ask'; readonly refused: PublishRequestView | null }
  /** Asked for by oneself: it can be taken back. */
  | { readonly kind: 'wait'; readonly request: PublishRequestView }
  /** Asked for by another: it can be answered. */
  | { readonly kind: 'answer'; readonly request: PublishRequestView };

/** `revision` is that of the draft that is looked at. */
export function publishWay({ fourEyes, request }: PublishingState, revision: number): PublishWay {
  if (!fourEyes) return { kind: 'publish' };
  const about = request?.revision === revision ? request : null;
  if (about?.status === 'waiting') {
    return { kind: about.mine ? 'wait' : 'answer', request: about };
  }
  return { kind: 'ask', refused: about?.status === 'rejected' ? about : null };
}

/** "Priya", "Priya or Kim", "Priya, Kim or 3 others": who could say yes. */
export function whoCanAnswer(others: readonly string[]): string {
  const [first, second, ...rest] = others.map((name) => name.split(' ')[0] ?? name);
  if (first === undefined) return 'someone else';
  if (second === undefined) return first;
  if (rest.length === 0) return `${first} or ${second}`;
  return `${first}, ${second} or ${rest.length === 1 ? 'another' : `${rest.length} others`}`;
}

/** "Waiting for Priya’s OK"; null while nothing waits. */
export function waitingWords({ request, others }: PublishingState): string | null {
  if (request?.status !== 'waiting') return null;
  if (!request.mine) return `${request.requestedBy.split(' ')[0]} asks to publish`;
  return others.length === 1 ? `Waiting for ${whoCanAnswer(others)}’s OK` : 'Waiting for an OK';
}

/** "Priya said no to publishing"; null unless that was about this very draft. */
export function refusedWords(state: PublishingState, revision: number): string | null {
  const way = publishWay(state, revision);
  if (way.kind !== 'ask' || way.refused === null) return null;
  return `${way.refused.decidedBy?.split(' ')[0] ?? 'Someone'} said no to publishing`;
}
