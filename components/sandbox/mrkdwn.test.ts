import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMrkdwn } from './mrkdwn.ts';

describe('Slack text', () => {
  it('becomes styled runs', () => {
    expect(parseMrkdwn('Sam, a reply to *Maya* is _ready_.')).toEqual([
      { kind: 'text', text: 'Sam, a reply to ' },
      { kind: 'bold', text: 'Maya' },
      { kind: 'text', text: ' is ' },
      { kind: 'italic', text: 'ready' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('opens only web and mail addresses', () => {
    expect(parseMrkdwn('<https://x.example/a?b=1&amp;c=2|Open>')).toEqual([
      { kind: 'link', href: 'https://x.example/a?b=1&c=2', text: 'Open' },
    ]);
    expect(parseMrkdwn('<javascript:alert(1)|Open>')).toEqual([{ kind: 'text', text: 'Open' }]);
  });

  it('leaves snake_case_words and sums such as 2*3*4 alone', () => {
    expect(parseMrkdwn('run_8fq2mz_x 2*3*4')).toEqual([
      { kind: 'text', text: 'run_8fq2mz_x 2*3*4' },
    ]);
  });

  it('knows a moment, to be shown in the reader’s zone', () => {
    expect(parseMrkdwn('by <!date^1796137320^{date_short} {time}|2026-12-01 15:22 UTC>')).toEqual([
      { kind: 'text', text: 'by ' },
      { kind: 'date', at: new Date('2026-12-01T15:02:00Z'), text: '2026-12-01 15:22 UTC' },
    ]);
  });

  it('shows escaped characters as themselves', () => {
    expect(parseMrkdwn('a &lt; b &amp; c')).toEqual([{ kind: 'text', text: 'a < b & c' }]);
  });

  it('never loses text that has no markup in it', () => {
    fc.assert(
      fc.property(
        fc.string().filter((s) => !/[*_~`<>&]/.test(s)),
        (source) => {
          expect(
            parseMrkdwn(source)
              .map((part) => part.text)
              .join(''),
          ).toBe(source);
        },
      ),
    );
  });
});
