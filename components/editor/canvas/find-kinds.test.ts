import { describe, expect, it } from 'vitest';
import { findKinds } from './find-kinds.ts';

const first = (text: string) => findKinds(text)[0]?.kind;

describe('finding a kind of step by words', () => {
  it('has what is called so before what merely mentions it', () => {
    expect(first('email')).toBe('send_email');
    expect(first('end')).toBe('end');
    expect(first('approv')).toBe('approval');
    expect(first('wait until')).toBe('wait_until');
  });

  it('finds by purpose too, and everything by nothing', () => {
    expect(findKinds('').length).toBeGreaterThan(10);
    expect(findKinds('zebra')).toEqual([]);
  });

  it('keeps the groups together while nothing is typed', () => {
    const groups = findKinds('').map(({ group }) => group);
    const changes = groups.filter((group, index) => groups[index - 1] !== group);
    expect(changes.length).toBe(new Set(groups).size);
  });
});
