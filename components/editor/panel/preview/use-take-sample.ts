'use client';

import { useState } from 'react';
import { useDocument, useFacts } from '#components/editor/editor-context.tsx';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPCClient } from '#components/trpc/trpc.ts';
import type { ContactListItem } from '#server/api/views/workspace-view.ts';
import { madeUpSample } from './made-up-sample.ts';
import { useSample } from './sample-context.tsx';

/** Chooses whom the previews are about; a past run brings its data and what its steps put out. */
export function useTakeSample(): {
  readonly takeMadeUp: () => void;
  readonly takeContact: (contact: ContactListItem) => void;
  readonly takeRun: (runId: string, name: string) => Promise<void>;
  readonly problem: string | null;
} {
  const { trigger } = useDocument();
  const { detail } = useFacts();
  const { choose } = useSample();
  const client = useTRPCClient();
  const [problem, setProblem] = useState<string | null>(null);
  const payload = detail.samplePayload;
  return {
    problem,
    takeMadeUp: () => choose(madeUpSample(trigger, payload)),
    takeContact: (contact) => {
      const { id, email, name, timezone, emailConsent, suppressed } = contact;
      const taken = { id, email, name, timezone, emailConsent, suppressed, attributes: {} };
      const called = name ?? email ?? id;
      choose({ kind: 'contact', id, name: called, contact: taken, payload, outputs: new Map() });
    },
    takeRun: async (runId, name) => {
      setProblem(null);
      try {
        const [{ contact, input }, { steps }] = await Promise.all([
          client.runs.sampleFrom.query({ runId }),
          client.runs.get.query({ id: runId }),
        ]);
        const done = steps.filter(({ output }) => output !== null && output !== undefined);
        const outputs = new Map(done.map(({ stepId, output }) => [stepId, output]));
        choose({ kind: 'run', id: runId, name, contact, payload: input, outputs });
      } catch (error) {
        setProblem(describeApiError(error));
      }
    },
  };
}
