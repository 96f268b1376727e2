import { describe, expect, it } from 'vitest';
import {
  approvalExcerpt,
  closedSentence,
  mayAnswer,
  refusedSentence,
  shortDigest,
  thenWords,
} from './approval-words.ts';

const now = new Date('2026-10-26T13:05:00Z');
const closed = {
  status: 'decided' as const,
  decision: 'rejected' as const,
  decidedBy: 'Sam Okafor',
  decidedVia: 'slack' as const,
  decidedAt: new Date('2026-10-26T09:20:00Z'),
  deadline: new Date('2026-10-27T10:40:00Z'),
  deadlineThen: 'port:expired',
};

describe('S6.5 a person whose answer came second', () => {
  it('is told who decided, when and where, in the reader’s zone', () => {
    expect(refusedSentence(closed, 'Europe/Berlin', now)).toBe(
      'Rejected by Sam Okafor at 10:20, in Slack. Your answer was not counted.',
    );
  });

  it('is told that the deadline passed, and what came then', () => {
    const expired = {
      ...closed,
      status: 'expired' as const,
      decision: null,
      decidedBy: null,
      decidedVia: null,
      decidedAt: null,
    };
    expect(refusedSentence(expired, 'Europe/Berlin', now)).toBe(
      'Expired: nobody answered by Tue 11:40, then: expired. Your answer was not counted.',
    );
  });

  it('is sent to the new request when the content has changed', () => {
    expect(closedSentence({ ...closed, status: 'superseded' }, 'UTC', now)).toContain(
      'no longer counts',
    );
  });
});

describe('an approval in words', () => {
  it.each([
    ['port:timed_out', 'timed out'],
    ['expired', 'expired'],
    ['stop', 'the run stops'],
    ['escalate:priya@example.com', 'priya@example.com is asked'],
    ['escalate', 'someone else is asked'],
  ])('says of %s: %s', (then, words) => {
    expect(thenWords(then)).toBe(words);
  });

  it('shortens the digest to what an eye compares', () => {
    expect(shortDigest('sha256:7b1e00000000000000000000c09a')).toBe('7b1e…c09a');
    expect(shortDigest('7b1ec09a')).toBe('7b1ec09a');
  });

  it('takes the first line of the content as its excerpt', () => {
    expect(approvalExcerpt('Hello Maya,\n\nthank you for your note.')).toBe(
      'thank you for your note.',
    );
    expect(approvalExcerpt('Hello,')).toBe('Hello,');
    expect(approvalExcerpt('\n Subject: Your demo, Maya\n\nHello')).toBe('Your demo, Maya');
  });
});

describe('S6.5 the buttons', () => {
  const approval = { assignees: ['Sam@example.com'] };

  it('are for the people who were asked and for owners', () => {
    expect(mayAnswer({ role: 'approver', email: 'sam@example.com' }, approval)).toBe(true);
    expect(mayAnswer({ role: 'owner', email: 'lena@example.com' }, approval)).toBe(true);
    expect(mayAnswer({ role: 'editor', email: 'priya@example.com' }, approval)).toBe(false);
  });

  it('are never for someone who may only read', () => {
    expect(mayAnswer({ role: 'viewer', email: 'sam@example.com' }, approval)).toBe(false);
  });
});
