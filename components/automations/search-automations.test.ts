import { describe, expect, it } from 'vitest';
import type { AutomationListItem } from '#server/api/views/automation-view.ts';
import { searchAutomations } from './search-automations.ts';

const item = (name: string, state: AutomationListItem['state'] = 'live'): AutomationListItem => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  description: '',
  state,
  stateNote: null,
  version: 1,
  waiting: 0,
  needsReview: 0,
  failedToday: 0,
  started: Array.from({ length: 14 }, () => 0),
  publishedAt: null,
  publishedBy: null,
  draftChanges: 0,
});

const names = (query: string): string[] =>
  searchAutomations([item('Demo follow-up'), item('Über uns', 'paused')], query).map(
    ({ name }) => name,
  );

describe('searching automations', () => {
  it('needs every word, in any order', () => {
    expect(names('follow demo')).toEqual(['Demo follow-up']);
    expect(names('follow nurture')).toEqual([]);
  });

  it('ignores case and accents, and finds by state', () => {
    expect(names('uber')).toEqual(['Über uns']);
    expect(names('PAUSED')).toEqual(['Über uns']);
  });

  it('shows all when nothing is typed', () => {
    expect(names(' ')).toHaveLength(2);
  });
});
