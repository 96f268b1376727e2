import { failureOf, lostAnswer, ofReading } from './classify-http.ts';
import type { Call, OpenConnection } from './connector.ts';
import { type OutboundPolicy, withOutbound } from './outbound.ts';

/** A call for a probe: it has no effect, and so no key of one. */
export function probeCall(connection: OpenConnection, signal: AbortSignal): Call<null> {
  return { key: 'probe', request: null, connection, signal };
}

const PROBE_TIMEOUT_MS = 15_000;

/** Reads one address with a bearer token; throws what keeps it from being read. */
export async function probeAddress(
  policy: OutboundPolicy,
  what: string,
  target: { readonly url: string; readonly token: string },
  call: Call<null>,
): Promise<void> {
  await withOutbound(policy, async (outbound) => {
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    const headers = { authorization: `Bearer ${target.token}`, accept: 'application/json' };
    let response: Response;
    try {
      response = await outbound.fetch(target.url, { headers, signal });
    } catch (error) {
      throw ofReading(lostAnswer(what, error, outbound, call));
    }
    if (!response.ok) throw failureOf(what, response, call);
  });
}
