import { type OutboundPolicy, withOutbound } from './outbound.ts';

const ANSWER_TIMEOUT_MS = 5_000;

/** Slack's own host over TLS; a stand-in only where the policy lets calls reach it. */
function isSlacks(policy: OutboundPolicy, url: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' && url.host === 'hooks.slack.com') return true;
  return policy.allowPrivate || policy.allowedHosts.includes(url.host);
}

/**
 * Tells the person who pressed, and nobody else. The address came with the press and was kept
 * since: it is called only if it is Slack's, wherever it came from. Throws what went wrong.
 */
export async function answerPress(
  policy: OutboundPolicy,
  responseUrl: string,
  text: string,
): Promise<void> {
  const url = URL.parse(responseUrl);
  if (url === null || !isSlacks(policy, url)) {
    throw new Error('The address to answer at is not one of Slack.');
  }
  await withOutbound(policy, async (outbound) => {
    const response = await outbound.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.body?.cancel();
  });
}
