import type { EffectView } from '#server/api/views/run-view.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { shortEffectKey } from './short-keys.ts';

/** The key under which an effect was sent, as its run's page needs to show it. */
export function EffectKey({ effect }: { effect: Pick<EffectView, 'key' | 'runId'> }) {
  return (
    <CopyButton
      value={effect.key}
      shown={shortEffectKey(effect.key, effect.runId)}
      label="Copy the effect’s key"
    />
  );
}
