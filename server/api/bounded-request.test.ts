import { describe, expect, it } from 'vitest';
import { boundedRequest } from './bounded-request.ts';

/** A body without an end, and how much of it was taken. */
const endless = () => {
  const taken = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      taken.bytes += 1024;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  return { taken, body };
};

describe('a bounded request', () => {
  it('is refused while it streams in, whatever it says of its length', async () => {
    const { taken, body } = endless();
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': '3' } };
    await expect(
      boundedRequest(new Request('http://localhost/api/trpc/x', init as RequestInit), 10_000),
    ).rejects.toMatchObject({ code: 'too_large' });
    expect(taken.bytes).toBeLessThan(20_000);
  });

  it('is the same request otherwise', async () => {
    const request = new Request('http://localhost/a?b=c', {
      method: 'POST',
      body: '{"a":1}',
      headers: { cookie: 'x=y', 'content-type': 'application/json' },
    });
    const bounded = await boundedRequest(request, 10);
    expect(bounded.url).toBe('http://localhost/a?b=c');
    expect(bounded.headers.get('cookie')).toBe('x=y');
    expect(await bounded.json()).toEqual({ a: 1 });
    const read = new Request('http://localhost/a');
    expect(await boundedRequest(read, 10)).toBe(read);
  });
});
