import type { WebClient } from '@slack/web-api';
import { timeOfId } from '#server/platform/ids.ts';

/** Under this type, each message carries its effect key where history can be searched for it. */
export const EFFECT_EVENT = 'holdfast_effect';

const PAGE = 200;
const MAX_PAGES = 50;
/** More than any two clocks of ours and Slack's differ by. */
const MARGIN_SECONDS = 3600;

export type Search = { kind: 'found'; ts: string } | { kind: 'absent' } | { kind: 'too_long' };

/** No message of a run is older than the run, whose id tells when it began. */
function oldestOf(key: string): string {
  const runId = /^run_[0-9a-z]{18}(?=\/)/.exec(key)?.[0];
  if (runId === undefined) return '0';
  return String(Math.max(0, Math.floor(timeOfId(runId).getTime() / 1000) - MARGIN_SECONDS));
}

/** Looks for the message that carries the effect key: "absent" only after reading all of it. */
export async function findPosted(client: WebClient, channel: string, key: string): Promise<Search> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await client.conversations.history({
      channel,
      oldest: oldestOf(key),
      limit: PAGE,
      include_all_metadata: true,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const message = found.messages?.find(
      ({ metadata }) =>
        metadata?.event_type === EFFECT_EVENT &&
        (metadata.event_payload as Record<string, unknown> | undefined)?.['key'] === key,
    );
    if (message?.ts !== undefined) return { kind: 'found', ts: message.ts };
    cursor = found.response_metadata?.next_cursor || undefined;
    if (found.has_more !== true || cursor === undefined) return { kind: 'absent' };
  }
  return { kind: 'too_long' };
}
