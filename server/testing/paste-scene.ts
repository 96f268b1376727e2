import { stepCatalogue } from '#server/steps/catalogue.ts';
import { renameReferences } from '#server/templates/rename-references.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { createHistory, recordChange } from '#server/engine/edit/history.ts';
import { pasteFragment, type Pasted, type PasteInto } from '#server/engine/edit/paste-fragment.ts';

/** An automation that refers to itself in many ways, and steps in its middle. */
export const source = documentSchema.parse({
  format: 'holdfast/automation@1',
  name: 'Source',
  trigger: { kind: 'webhook', config: { eventId: '$.id' } },
  steps: [
    { id: 'lookup', kind: 'http_request', name: 'Look up', config: { url: 'https://x.example' } },
    {
      id: 'draft',
      kind: 'ai_generate',
      name: 'steps.draft',
      config: {
        connection: 'model',
        prompt: 'Write to {{ contact.name }} of {{ steps.lookup.output.body.company }}',
        maxCost: 1,
      },
    },
    {
      id: 'send',
      kind: 'send_email',
      name: 'Send',
      config: {
        connection: 'mailbox',
        subject: '{% comment %}steps.draft{% endcomment %}Hello steps.draft',
        body: '{{ steps.draft.output.text | default: "steps.draft" }}',
      },
      compensateWith: 'sorry',
    },
    {
      id: 'reply',
      kind: 'wait_signal',
      name: 'Reply',
      config: {
        signal: 'email.reply',
        correlation: '{{ steps["send"].output.messageId }}',
        deadline: { after: 'P3D', then: 'stop' },
      },
    },
    {
      id: 'which',
      kind: 'branch',
      name: 'Which',
      config: {
        cases: [
          {
            port: 'yes',
            name: 'steps.send',
            when: {
              all: [
                { left: 'steps.send.output.accepted', operator: 'equals', right: 'steps.send' },
                { any: [{ left: '$.steps["draft"].output.text', operator: 'is_set' }] },
              ],
            },
          },
        ],
      },
    },
    { id: 'sorry', kind: 'end', name: 'Sorry', config: {} },
  ],
  edges: [
    { from: 'trigger', to: 'lookup' },
    { from: 'lookup', to: 'draft' },
    { from: 'draft', to: 'send' },
    { from: 'send', port: 'sent', to: 'reply' },
    { from: 'reply', port: 'received', to: 'which' },
  ],
  notes: [{ id: 'note_1', text: 'steps.draft', x: 300, y: 110 }],
  layout: { trigger: { x: 0, y: 0 }, draft: { x: 100, y: 100 }, lookup: { x: 5, y: 5 } },
});
export const other = documentSchema.parse({
  format: 'holdfast/automation@1',
  name: 'Other',
  trigger: { kind: 'manual' },
  steps: [{ id: 'send', kind: 'end', name: 'End' }],
  edges: [{ from: 'trigger', to: 'send' }],
});
export const MIDDLE = ['draft', 'send', 'reply', 'which'];

export const into = (document: AutomationDocument, more: Partial<PasteInto> = {}): PasteInto => ({
  document,
  usedIds: new Set(document.steps.map(({ id }) => id)),
  catalogue: stepCatalogue,
  renameReferences,
  at: null,
  ...more,
});

type Success = Extract<Pasted, { ok: true }>;

/** The document with the fragment in it; throws what is refused. */
export function paste(text: string, target: PasteInto): Success & { document: AutomationDocument } {
  const pasted = pasteFragment(text, target);
  if (!pasted.ok) throw new Error(pasted.message);
  const history = createHistory(target.document, target.usedIds);
  const recorded = recordChange(history, pasted.change, target.catalogue);
  if (!recorded.ok) throw new Error(recorded.message);
  return { ...pasted, document: recorded.history.document };
}
