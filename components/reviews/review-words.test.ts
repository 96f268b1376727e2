import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { replyLines, sentFacts } from './review-facts.ts';
import { reviewChoices, reviewWords } from './review-words.ts';

const item = (patch: Partial<ReviewItem> = {}, request: unknown = {}): ReviewItem => ({
  effect: {
    key: 'run_1/send_email/1',
    runId: 'run_1',
    stepId: 'send_email',
    iteration: 1,
    connector: 'smtp',
    status: 'needs_review',
    attempts: 1,
    firstAttemptAt: new Date(0),
    lastAttemptAt: new Date(0),
    owner: null,
    settledAt: null,
    request,
    result: null,
    providerReply: null,
  },
  runId: 'run_1',
  automationName: 'Demo follow-up',
  version: 1,
  stepName: 'Send it',
  stepKind: 'send_email',
  contactName: 'Jonas Weber',
  contactEmail: 'jonas@example.com',
  since: new Date(0),
  message: 'The connection dropped',
  ...patch,
});

describe('S3.5 the three answers of a review', () => {
  it('say what each does, and that a second try may arrive twice', () => {
    const [sent, again, stop] = reviewChoices(item());
    expect(sent?.consequence).toContain('Nothing is done a second time');
    expect(again?.consequence).toContain('Jonas Weber may get it twice');
    expect(stop?.consequence).toContain('nothing is undone');
  });

  it('put the choice into the verb of the button', () => {
    expect(reviewChoices(item()).map((choice) => choice.verb)).toEqual([
      'Record “It was sent”',
      'Record “It was not sent” and try again',
      'Stop the run here',
    ]);
  });

  it('find words for a step kind that nobody thought of, and for an unnamed contact', () => {
    const words = reviewWords(item({ stepKind: 'fax', contactName: null, contactEmail: null }));
    expect(words.doubt).toBe('“Send it” happened for this contact');
  });
});

describe('what a reviewer is shown', () => {
  it('is the subject, the addresses and the body of an email', () => {
    const request = {
      subject: 'Your demo',
      from: { name: 'Sam', address: 'sam@example.com' },
      to: 'jonas@example.com',
      text: 'Hello',
    };
    expect(sentFacts(item({}, request))).toEqual({
      summary: '“Your demo” from Sam <sam@example.com> to jonas@example.com',
      body: 'Hello',
    });
  });

  it('says that the payload went with an erased contact', () => {
    expect(sentFacts(item({}, { erased: true }))).toEqual({
      summary: 'Erased with the contact',
      body: null,
    });
  });

  it('keeps the provider conversation line by line, then the rest of the reply', () => {
    expect(replyLines({ conversation: ['C: DATA', 'S: 354'], status: 354 })).toEqual([
      'C: DATA',
      'S: 354',
      'status: 354',
    ]);
  });

  it('has no lines where nothing came back', () => {
    expect(replyLines(null)).toEqual([]);
  });
});
