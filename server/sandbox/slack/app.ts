import { Hono } from 'hono';
import { constantTimeEqual } from '#server/platform/crypto.ts';
import { txOf } from '#server/platform/db.ts';
import type { SandboxContext } from '../context.ts';
import { misbehave, type SandboxEnv } from '../faults/misbehave.ts';
import { slackError } from './answer.ts';
import { readSlackArguments } from './arguments.ts';
import {
  deleteMessage,
  postEphemeral,
  postMessage,
  type SlackMethod,
  updateMessage,
} from './chat-methods.ts';
import {
  conversationsHistory,
  conversationsList,
  conversationsOpen,
  conversationsReplies,
} from './conversation-methods.ts';
import { respond } from './response-url.ts';
import { authTest, usersInfo, usersLookupByEmail } from './user-methods.ts';

const METHODS: ReadonlyMap<string, SlackMethod> = new Map([
  ['auth.test', authTest],
  ['chat.delete', deleteMessage],
  ['chat.postEphemeral', postEphemeral],
  ['chat.postMessage', postMessage],
  ['chat.update', updateMessage],
  ['conversations.history', conversationsHistory],
  ['conversations.list', conversationsList],
  ['conversations.open', conversationsOpen],
  ['conversations.replies', conversationsReplies],
  ['users.info', usersInfo],
  ['users.lookupByEmail', usersLookupByEmail],
]);

const tokenOf = (header: string | undefined, args: Readonly<Record<string, unknown>>): string => {
  if (header?.startsWith('Bearer ') === true) return header.slice('Bearer '.length);
  return typeof args['token'] === 'string' ? args['token'] : '';
};

/** The part of Slack's Web API that the product uses, and the response_url endpoint. */
export const slackApp = (ctx: SandboxContext): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>();
  const tx = txOf(ctx.pool);
  app.use(
    misbehave(ctx, {
      service: 'slack',
      nameOf: (c) => (c.req.path.includes('/response/') ? 'response_url' : lastPart(c.req.path)),
      refusals: {
        rateLimited: (retryAfter) =>
          Response.json(
            { ok: false, error: 'ratelimited' },
            { status: 429, headers: { 'retry-after': retryAfter } },
          ),
        error: () => Response.json({ ok: false, error: 'internal_error' }, { status: 500 }),
        reject: () => slackError('restricted_action'),
        revoked: () => slackError('invalid_auth'),
      },
    }),
  );
  app.on(['GET', 'POST'], '/api/:method', async (c) => {
    const args = await readSlackArguments(c);
    const token = tokenOf(c.req.header('authorization'), args);
    if (token === '') return slackError('not_authed');
    if (!constantTimeEqual(token, ctx.credentials.slackToken)) return slackError('invalid_auth');
    const name = c.req.param('method');
    const method = METHODS.get(name);
    if (method === undefined) return slackError('unknown_method');
    // Nothing here is changed by a GET, though the real one would allow it.
    if (c.req.method === 'GET' && name.startsWith('chat.')) return slackError('invalid_post_type');
    return method(tx, args);
  });
  app.post('/response/:token', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    return respond(ctx.pool, c.req.param('token'), body);
  });
  return app;
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
