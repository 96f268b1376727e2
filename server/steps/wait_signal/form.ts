import type { FormOf, Surroundings } from '../form.ts';
import { ANSWER_TIMES } from '../form-presets.ts';
import type { waitSignal } from './definition.ts';
import { WAIT_SIGNAL_PORTS } from './definition.ts';

/** An answer belongs to the email before it, where there is one. */
function nearestEmail({ upstream = [] }: Surroundings): string {
  const email = upstream.find(({ kind }) => kind === 'send_email');
  return email === undefined ? '' : `{{ steps.${email.id}.output.messageId }}`;
}

export const waitSignalForm: FormOf<typeof waitSignal> = {
  kind: 'wait_signal',
  intro: 'Waits until something happens outside: a reply to an email, a payment, a form filled in.',
  fields: {
    signal: {
      label: 'What to wait for',
      help: 'The name under which it arrives. A reply to an email is email.reply.',
      placeholder: 'email.reply',
      group: 'basic',
      required: true,
      widget: {
        kind: 'text',
        suggestions: [{ value: 'email.reply', label: 'A reply to an email' }],
      },
    },
    correlation: {
      label: 'Matched by',
      help: 'What the answer must carry to belong to this run. For a reply: the id of the email that was sent.',
      placeholder: '{{ steps.send_email.output.messageId }}',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'one', holds: 'key' },
    },
    deadline: {
      label: 'If nothing comes',
      help: 'Every wait ends: choose when, and what happens then.',
      group: 'basic',
      required: true,
      widget: {
        kind: 'deadline',
        ports: WAIT_SIGNAL_PORTS,
        escalates: false,
        presets: ANSWER_TIMES,
      },
    },
  },
  empty: (around) => ({
    signal: 'email.reply',
    correlation: nearestEmail(around),
    deadline: { after: 'P3D', then: 'port:timed_out' },
  }),
};
