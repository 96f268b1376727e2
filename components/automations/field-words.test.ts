import { describe, expect, it } from 'vitest';
import { fieldLabel, fieldValue, isLongValue } from './field-words.ts';

describe('a changed setting in words', () => {
  it('splits paths and camel case', () => {
    expect(fieldLabel('deadline.after')).toBe('Deadline, after');
    expect(fieldLabel('spreadSeconds')).toBe('Spread seconds');
  });

  it('says durations and ports as people do, and leaves other text alone', () => {
    expect(fieldValue('PT48H')).toBe('48 hours');
    expect(fieldValue('port:timed_out')).toBe('timed out');
    expect(fieldValue('Priya')).toBe('Priya');
    expect(fieldValue(null)).toBe('nothing');
  });

  it('shows prompts as lines, and single words beside each other', () => {
    expect(isLongValue('Offer two times\nthis week')).toBe(true);
    expect(isLongValue('48 hours')).toBe(false);
  });
});
