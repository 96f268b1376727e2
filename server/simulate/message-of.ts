import type { CrmRequest } from '#server/connectors/crm.ts';
import type { HttpRequest } from '#server/connectors/http.ts';
import type { ModelRequest } from '#server/connectors/model.ts';
import type { SlackRequest } from '#server/connectors/slack.ts';
import type { SmtpRequest } from '#server/connectors/smtp.ts';
import type { Message } from './message.ts';

/** The request that a kind of step has prepared, as it is shown. */
export function messageOf(kind: string, request: unknown): Message | null {
  switch (kind) {
    case 'send_email': {
      const { date: _, ...email } = request as SmtpRequest;
      return { kind: 'email', ...email };
    }
    case 'slack_message': {
      const slack = request as SlackRequest;
      const to = slack.op === 'post' ? slack.to : slack.channel;
      return { kind: 'slack', to, text: slack.text };
    }
    case 'ai_generate': {
      const { system, prompt, model } = request as ModelRequest;
      return { kind: 'prompt', system, prompt, model };
    }
    case 'crm_upsert':
      return { kind: 'crm', ...(request as CrmRequest) };
    case 'http_request': {
      const { method, url, headers, body } = request as HttpRequest;
      return { kind: 'http', method, url, headers, body };
    }
    default:
      return null;
  }
}
