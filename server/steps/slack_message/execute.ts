import type { SlackRequest } from '#server/connectors/slack.ts';
import type { EffectExecutor } from '../executor.ts';
import { renderFields } from '../render-fields.ts';
import type { SlackMessageConfig } from './definition.ts';

export const slackMessageExecutor: EffectExecutor<SlackMessageConfig> = {
  kind: 'effect',
  connector: 'slack',
  connection: ({ connection }) => connection,
  prepare: ({ config, data, render }) => {
    const texts = renderFields({ channel: config.channel, text: config.text }, data, render);
    if (!texts.ok) return { kind: 'fail', error: texts.error };
    const { channel, text } = texts.texts;
    const request: SlackRequest = { op: 'post', to: channel.trim(), text, blocks: null };
    return { kind: 'request', request };
  },
  complete: (_context, result) => ({ kind: 'leave', port: 'next', output: result }),
};
