'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useEditorStore } from '#components/editor/editor-context.tsx';
import { Keys } from './command-palette.tsx';
import { EDITOR_COMMANDS } from './editor-commands.ts';

const HEARD_ELSEWHERE: readonly { label: string; keys: readonly string[] }[] = [
  { label: 'From card to card', keys: ['↑', '↓', '←', '→'] },
  { label: 'Open the card in the panel', keys: ['Enter'] },
  { label: 'Move what is chosen', keys: ['Alt', '↑ ↓ ← →'] },
  { label: 'Copy, cut, paste', keys: ['mod', 'C / X / V'] },
  { label: 'Choose several', keys: ['Shift', 'drag'] },
];

/** Every key of the editor. */
export function ShortcutsDialog() {
  const store = useEditorStore();
  const close = (): void => store.getState().openOverlay(null);
  return (
    <Dialog
      open
      onOpenChange={close}
      size="medium"
      title="Keys"
      description="They work while nothing is being typed."
      footer={<Button onClick={close}>Close</Button>}
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {(['Steps', 'Draft', 'Look'] as const).map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-section">{group}</h3>
            <dl>
              {EDITOR_COMMANDS.filter(
                (command) => command.group === group && command.keys.length > 0,
              ).map((command) => (
                <Row key={command.id} label={command.label} keys={command.keys} />
              ))}
              {group === 'Look' &&
                HEARD_ELSEWHERE.map((row) => (
                  <Row key={row.label} label={row.label} keys={row.keys} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Row({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-3 border-b border-line text-body last:border-b-0">
      <dt className="text-ink-2">{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}
