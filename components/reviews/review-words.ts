import type { ReviewItem } from '#server/api/views/run-view.ts';

export type ReviewOutcome = 'happened' | 'did_not_happen' | 'stop';

export interface ReviewChoice {
  readonly outcome: ReviewOutcome;
  readonly title: string;
  /** What follows from it for the run and for the person at its other end. */
  readonly consequence: string;
  /** The words on the button once it is chosen. */
  readonly verb: string;
}

interface Words {
  /** "Email to Jonas Weber" */
  readonly noun: string;
  /** Completes "We don't know whether …". */
  readonly doubt: string;
  readonly happened: string;
  readonly notHappened: string;
  readonly again: string;
  readonly icon: 'send' | 'message' | 'globe' | 'database' | 'sparkles';
}

const WORDS: Readonly<Record<string, (who: string) => Words>> = {
  send_email: (who) => ({
    noun: `Email to ${who}`,
    doubt: `the email to ${who} went out`,
    happened: 'It was sent',
    notHappened: 'It was not sent',
    again: `The same email goes out again under the same Message-ID. If the first one did arrive after all, ${who} may get it twice.`,
    icon: 'send',
  }),
  slack_message: (who) => ({
    noun: `Slack message about ${who}`,
    doubt: `the Slack message about ${who} was posted`,
    happened: 'It was posted',
    notHappened: 'It was not posted',
    again:
      'The same message is posted again. If the first one is in the channel after all, it stands there twice.',
    icon: 'message',
  }),
  approval: (who) => ({
    noun: `Approval request about ${who}`,
    doubt: `the approval request about ${who} was posted`,
    happened: 'It was posted',
    notHappened: 'It was not posted',
    again:
      'The same request is posted again. If the first one is there after all, either can be answered and the first answer counts.',
    icon: 'message',
  }),
  crm_upsert: (who) => ({
    noun: `CRM record for ${who}`,
    doubt: `the CRM record for ${who} was written`,
    happened: 'It was written',
    notHappened: 'It was not written',
    again:
      'The same record is written again under the same external id, so it updates the first one if that exists.',
    icon: 'database',
  }),
  ai_generate: (who) => ({
    noun: `Draft for ${who}`,
    doubt: `the model finished the draft for ${who}`,
    happened: 'It was written',
    notHappened: 'It was not written',
    again: 'The model is asked once more, and the cost may be charged a second time.',
    icon: 'sparkles',
  }),
  http_request: (who) => ({
    noun: `Call for ${who}`,
    doubt: `the call for ${who} was carried out`,
    happened: 'It was carried out',
    notHappened: 'It was not carried out',
    again:
      'The same call is made again with the same Idempotency-Key. A service that does not know the key may do it twice.',
    icon: 'globe',
  }),
};

const whoOf = (item: ReviewItem): string => item.contactName ?? item.contactEmail ?? 'this contact';

export const reviewWords = (item: ReviewItem): Words => {
  const words = WORDS[item.stepKind];
  if (words !== undefined) return words(whoOf(item));
  return {
    noun: `${item.stepName} for ${whoOf(item)}`,
    doubt: `“${item.stepName}” happened for ${whoOf(item)}`,
    happened: 'It happened',
    notHappened: 'It did not happen',
    again:
      'The same request is sent again under the same key. If the first one was carried out after all, it may happen twice.',
    icon: 'globe',
  };
};

/** The three answers to "what happened?", each with what it does. None of them is the default. */
export const reviewChoices = (item: ReviewItem): readonly ReviewChoice[] => {
  const words = reviewWords(item);
  return [
    {
      outcome: 'happened',
      title: words.happened,
      consequence: `The run goes on from “${item.stepName}” as if the provider had confirmed it. Nothing is done a second time.`,
      verb: `Record “${words.happened}”`,
    },
    {
      outcome: 'did_not_happen',
      title: words.notHappened,
      consequence: words.again,
      verb: `Record “${words.notHappened}” and try again`,
    },
    {
      outcome: 'stop',
      title: 'Nobody knows: stop here',
      consequence: 'The run ends as stopped at this step. Nothing is sent and nothing is undone.',
      verb: 'Stop the run here',
    },
  ];
};
