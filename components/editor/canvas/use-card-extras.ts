'use client';

import { useMemo } from 'react';
import { cardExtras } from '#components/automations/card-extras.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { CardExtras } from '#components/graph/graph-marks.ts';
import { useFacts, useProblems } from '#components/editor/editor-context.tsx';

/** Beside each card: who stands there, what differs from the live version, what to mend. */
export function useCardExtras(document: AutomationDocument): ReadonlyMap<string, CardExtras> {
  const { detail, live } = useFacts();
  const problems = useProblems();
  return useMemo(
    () =>
      cardExtras({ headCounts: detail.headCounts, problems: [...problems] }, document, { live }),
    [detail.headCounts, problems, document, live],
  );
}
