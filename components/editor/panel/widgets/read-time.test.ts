import { describe, expect, it } from 'vitest';
import { readTime } from './read-time.ts';

describe('a time of day', () => {
  it('is read as people type it, on a 24-hour clock', () => {
    expect(['9', '09', '9:05', '9.5', '930', '2130', ' 21 : 30 '].map(readTime)).toEqual([
      '09:00',
      '09:00',
      '09:05',
      '09:05',
      '09:30',
      '21:30',
      '21:30',
    ]);
  });

  it('is none where no clock shows it', () => {
    expect(['', '24', '9:60', '9am', 'noon', '12345', '-1'].map(readTime)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });
});
