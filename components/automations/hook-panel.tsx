import { ShieldCheck, ShieldOff } from 'lucide-react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { CopyBlock } from './copy-block.tsx';
import { curlExample } from './curl-example.ts';

function Signing({ signed }: { signed: boolean }) {
  const Icon = signed ? ShieldCheck : ShieldOff;
  return (
    <p className="flex items-start gap-2 text-caption text-ink-2">
      <Icon
        aria-hidden
        className={`mt-px size-3.5 shrink-0 ${signed ? 'text-done' : 'text-ink-3'}`}
      />
      {signed
        ? 'Signed: calls without a valid Standard Webhooks signature are refused and leave a receipt.'
        : 'Not signed: anyone who knows this address can start a run.'}
    </p>
  );
}

/** Where the trigger listens, whether it checks signatures, and a call to try it with. */
export function HookPanel({ detail }: { detail: AutomationDetail }) {
  if (detail.hookUrl === null) {
    return (
      <p className="text-body text-ink-2">
        This automation has no address of its own: runs are started by hand, by the API or by
        another automation.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <CopyBlock label="Copy the address" text={detail.hookUrl} />
      <Signing signed={detail.hookSigned} />
      <CopyBlock
        label="Copy the command"
        text={curlExample(detail.hookUrl, detail.samplePayload, detail.hookSigned)}
      />
      <p className="text-caption text-ink-3">
        The same event sent twice starts one run: the second call is answered with the first one’s
        id.
      </p>
    </div>
  );
}
