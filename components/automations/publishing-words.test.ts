import { describe, expect, it } from 'vitest';
import type { PublishingState, PublishRequestView } from '#server/api/views/publishing-view.ts';
import { publishWay, refusedWords, waitingWords, whoCanAnswer } from './publishing-words.ts';

const request = (more: Partial<PublishRequestView> = {}): PublishRequestView => ({
  id: 'pub_1',
  automationId: 'aut_1',
  automationName: 'Demo',
  revision: 4,
  note: '',
  status: 'waiting',
  requestedBy: 'Lena Brandt',
  requestedAt: new Date(0),
  mine: true,
  decidedBy: null,
  decidedAt: null,
  reason: '',
  version: null,
  ...more,
});

const state = (more: Partial<PublishingState>): PublishingState => ({
  fourEyes: true,
  request: null,
  others: ['Priya Nair'],
  ...more,
});

describe('the way on from a draft', () => {
  it('is publishing, where nobody else has to agree', () => {
    expect(publishWay(state({ fourEyes: false, request: request() }), 4).kind).toBe('publish');
  });

  it('is asking, waiting or answering, by who asked about which draft', () => {
    expect(publishWay(state({}), 4).kind).toBe('ask');
    expect(publishWay(state({ request: request() }), 4).kind).toBe('wait');
    expect(publishWay(state({ request: request({ mine: false }) }), 4).kind).toBe('answer');
    expect(publishWay(state({ request: request() }), 5).kind).toBe('ask');
  });

  it('remembers a no only as long as the draft is the same', () => {
    const refused = request({ status: 'rejected', reason: 'Not yet' });
    expect(publishWay(state({ request: refused }), 4)).toEqual({ kind: 'ask', refused });
    expect(publishWay(state({ request: refused }), 5)).toEqual({ kind: 'ask', refused: null });
  });
});

describe('who is waited for', () => {
  it('is named as long as few can answer', () => {
    expect(whoCanAnswer(['Priya Nair'])).toBe('Priya');
    expect(whoCanAnswer(['Priya Nair', 'Kim Lee'])).toBe('Priya or Kim');
    expect(whoCanAnswer(['A', 'B', 'C', 'D'])).toBe('A, B or 2 others');
    expect(whoCanAnswer([])).toBe('someone else');
  });

  it('stands in the bar', () => {
    expect(waitingWords(state({ request: request() }))).toBe('Waiting for Priya’s OK');
    expect(waitingWords(state({ request: request({ mine: false }) }))).toBe('Lena asks to publish');
    expect(waitingWords(state({ request: request({ status: 'approved' }) }))).toBeNull();
    const refused = state({ request: request({ status: 'rejected', decidedBy: 'Priya Nair' }) });
    expect(refusedWords(refused, 4)).toBe('Priya said no to publishing');
    expect(refusedWords(refused, 5)).toBeNull();
  });
});
