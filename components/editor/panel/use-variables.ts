'use client';

import { useMemo } from 'react';
import { type Variable, variablesAt } from '#server/engine/edit/variables-at.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useDocument, useFacts } from '#components/editor/editor-context.tsx';

/** Fields that contacts commonly have; others can be typed. */
const CONTACT_FIELDS: readonly string[] = [
  'email',
  'name',
  'timezone',
  'company',
  'plan',
  'country',
  'language',
];

/** What the fields of a step may refer to: the contact, the payload, the steps before it, the run. */
export function useVariables(stepId: string): readonly Variable[] {
  const document = useDocument();
  const { detail } = useFacts();
  return useMemo(
    () =>
      variablesAt({
        document,
        stepId,
        catalogue: stepCatalogue,
        contactFields: CONTACT_FIELDS,
        samplePayload: detail.samplePayload,
      }),
    [document, stepId, detail.samplePayload],
  );
}
