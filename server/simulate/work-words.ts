import type { Message } from './message.ts';

interface WorkWords {
  readonly done: string;
  readonly failsOnce: string;
  readonly failsForGood: string;
}

const WORDS: Readonly<Record<Message['kind'] | 'none', WorkWords>> = {
  email: {
    done: 'The email is sent',
    failsOnce: 'The mail server is busy',
    failsForGood: 'The mail server refuses it',
  },
  slack: {
    done: 'The message is posted',
    failsOnce: 'Slack is busy',
    failsForGood: 'Slack refuses it',
  },
  approval: {
    done: 'The question is posted in Slack',
    failsOnce: 'Slack is busy',
    failsForGood: 'Slack refuses it',
  },
  prompt: {
    done: 'The model answers',
    failsOnce: 'The model is busy',
    failsForGood: 'The model refuses',
  },
  http: {
    done: 'The address answers well',
    failsOnce: 'The address is out of reach',
    failsForGood: 'The address refuses the call',
  },
  crm: {
    done: 'The CRM saves it',
    failsOnce: 'The CRM is busy',
    failsForGood: 'The CRM refuses it',
  },
  contact: {
    done: 'The contact is updated',
    failsOnce: 'The database is busy',
    failsForGood: 'The update fails',
  },
  run: {
    done: 'The other automation starts',
    failsOnce: 'It cannot start just now',
    failsForGood: 'It cannot start',
  },
  skipped: {
    done: 'Nothing is sent',
    failsOnce: 'The service is busy',
    failsForGood: 'The service refuses it',
  },
  none: {
    done: 'The step is done',
    failsOnce: 'The step fails this once',
    failsForGood: 'The step fails for good',
  },
};

export function workWords(message: Message | null): WorkWords {
  return WORDS[message?.kind ?? 'none'];
}
