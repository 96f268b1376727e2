/** Slack's side of a pressed button: signed as Slack signs, and told as Slack tells. */
import { expect } from 'vitest';
import { hmacHex } from '#server/platform/crypto.ts';
import { buttonSigner } from '#server/runtime/button-token.ts';
import type { TestSandbox } from './test-sandbox.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import { TEST_APP_URL } from './test-services.ts';
import { waitFor } from './wait-for.ts';

export interface PressedApproval {
  readonly id: string;
  readonly runId: string;
  readonly digest: string;
}

interface Press {
  readonly user?: string;
  readonly actionTs?: string;
}

/** The value of a button, as the approval's message carries it. */
const tokenOf = (
  approval: PressedApproval,
  decision: 'approved' | 'rejected' = 'approved',
  {
    expiresAt = Date.now() + 3_600_000,
    ...other
  }: { expiresAt?: number; digest?: string; runId?: string } = {},
): string =>
  buttonSigner(TEST_SECRETS.authSecret)(
    {
      approvalId: approval.id,
      runId: approval.runId,
      stepId: 'approve',
      iteration: 1,
      digest: approval.digest,
      decision,
      ...other,
    },
    expiresAt,
  );

/** The next thing that the clicker was told. */
const nextTold = async (box: TestSandbox): Promise<string> => {
  const post = await waitFor('the clicker is told', () =>
    box.product.received.find(({ path }) => path === '/response'),
  );
  box.product.received.splice(box.product.received.indexOf(post), 1);
  const message = JSON.parse(post.body) as { response_type: string; text: string };
  expect(message.response_type).toBe('ephemeral');
  return message.text;
};

export const slackPresser = (box: TestSandbox, POST: (request: Request) => Promise<Response>) => {
  let presses = 0;

  const bodyOf = (value: string, { user = 'U0SAM0OKAFOR', actionTs }: Press = {}): string => {
    presses += 1;
    const payload = {
      type: 'block_actions',
      user: { id: user },
      team: { id: 'T0HOLDFAST' },
      api_app_id: 'A0HOLDFAST',
      response_url: `${box.product.url}/response`,
      actions: [
        {
          type: 'button',
          action_id: 'approval_approve',
          block_id: 'b',
          value,
          action_ts: actionTs ?? `17000000${presses}.000001`,
        },
      ],
    };
    return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  };

  const send = async (
    body: string,
    { secret = TEST_SECRETS.slackSigningSecret, at = Date.now(), sign = body } = {},
  ): Promise<Response> => {
    const timestamp = String(Math.floor(at / 1000));
    return POST(
      new Request(`${TEST_APP_URL}/slack/interactions`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${hmacHex(secret, `v0:${timestamp}:${sign}`)}`,
        },
      }),
    );
  };

  return { tokenOf, bodyOf, send, told: async () => nextTold(box) };
};
