import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlExample } from './curl-example.ts';

/** What a real shell would hand to curl. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('the curl example', () => {
  it('survives a shell with quotes and apostrophes in the payload', () => {
    const payload = { event_id: 'evt_1', note: `O'Neill said "yes" $HOME` };
    const sent = argumentsOf(curlExample('http://localhost:3000/hooks/h1', payload, false));
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(payload);
    expect(sent).toContain('http://localhost:3000/hooks/h1');
  });

  it('names the signature headers where the trigger is signed', () => {
    expect(curlExample('http://x/hooks/h1', {}, true)).toContain('webhook-signature');
  });
});
