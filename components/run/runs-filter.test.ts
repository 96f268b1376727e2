import { describe, expect, test } from 'vitest';
import { parseRunsFilter, runsHref, runsInput } from './runs-filter.ts';

describe('the filter of the runs list', () => {
  test('stands in the address and comes back from it', () => {
    const filter = { status: 'failed', automationId: 'aut_1', version: 3, search: 'maya' };
    const url = new URL(runsHref(filter), 'http://x.example');
    expect(parseRunsFilter(Object.fromEntries(url.searchParams))).toEqual(filter);
    expect(runsHref({ status: 'open', automationId: null, version: 3, search: '' })).toBe('/runs');
  });

  test('asks for a group, one status, or all', () => {
    const ask = (status: string) =>
      runsInput({ status, automationId: null, version: null, search: '' }).status;
    expect(ask('failed')).toEqual(['failed']);
    expect(ask('all')).toBeNull();
    expect(ask('finished')).toEqual(['done', 'failed', 'cancelled', 'stopped']);
  });

  test('holds to a version only within an automation', () => {
    expect(parseRunsFilter({ version: '3' }).version).toBeNull();
    expect(parseRunsFilter({ automation: 'aut_1', version: '3' }).version).toBe(3);
    expect(parseRunsFilter({ automation: 'aut_1', version: '3 or 4' }).version).toBeNull();
    expect(
      runsInput({ status: 'all', automationId: null, version: 3, search: '' }).version,
    ).toBeNull();
  });

  test('words that mean nothing, or mean something to objects, fall back to open runs', () => {
    for (const status of ['celebrating', 'toString', '__proto__', ''])
      expect(parseRunsFilter({ status }).status).toBe('open');
  });
});
