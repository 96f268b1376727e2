import type { AutomationDocument, DocumentEdge, DocumentStep } from '#server/engine/document.ts';

/** What an author of a long automation has in it: messages, waits, decisions and their ends. */
const KINDS: readonly ((nr: number) => Omit<DocumentStep, 'id'>)[] = [
  (nr) => ({ kind: 'wait_for', name: `Wait ${nr}`, config: { duration: 'P1D' } }),
  (nr) => ({
    kind: 'send_email',
    name: `Email ${nr}`,
    config: {
      connection: 'mailbox',
      subject: 'News for {{ contact.attributes.company | default: "you" }}',
      body: `Hello {{ contact.name }},\n\nthis is message ${nr}. Your form said: {{ trigger.message }}`,
    },
  }),
  (nr) => ({
    kind: 'branch',
    name: `Is it time ${nr}`,
    config: {
      cases: [
        {
          port: 'yes',
          name: 'Yes',
          when: { left: 'contact.attributes.score', operator: 'at_least', right: nr },
        },
      ],
    },
  }),
  (nr) => ({
    kind: 'slack_message',
    name: `Tell the team ${nr}`,
    config: {
      connection: 'slack',
      channel: '#demo-team',
      text: 'About {{ contact.email }}: {{ steps.step_2.output.messageId }}',
    },
  }),
];

/**
 * An automation of so many steps: groups of a wait, an email, a branch whose second way ends, and
 * a message, one below the other.
 */
export function longDocument(count: number): AutomationDocument {
  const steps: DocumentStep[] = [];
  const edges: DocumentEdge[] = [];
  let from: { id: string; port?: string } = { id: 'trigger' };
  const add = (step: Omit<DocumentStep, 'id'>, after: { id: string; port?: string }): string => {
    const id = `step_${steps.length + 1}`;
    steps.push({ id, ...step });
    edges.push({
      from: after.id,
      to: id,
      ...(after.port === undefined ? {} : { port: after.port }),
    });
    return id;
  };
  for (let nr = 1; steps.length < count; nr += 1) {
    for (const kind of KINDS) {
      const step = kind(nr);
      const id = add(step, from);
      from = { id, ...PORT_ON[step.kind] };
      if (step.kind === 'branch' && steps.length < count) {
        add(
          { kind: 'end', name: `Not yet ${nr}`, config: { outcome: 'Not yet' } },
          { id, port: 'else' },
        );
      }
      if (steps.length >= count) break;
    }
  }
  return {
    format: 'holdfast/automation@1',
    name: `Long: ${count} steps`,
    settings: { maxSteps: 10_000, maxAgeDays: 365, timezone: 'Europe/Berlin' },
    trigger: { kind: 'webhook', name: 'Form sent', config: { sample: { message: 'Hello' } } },
    steps,
    edges,
  };
}

/** The port by which the main path goes on; the kinds that are not named have just one. */
const PORT_ON: Readonly<Record<string, { readonly port: string }>> = {
  send_email: { port: 'sent' },
  branch: { port: 'yes' },
};
