'use client';

import { useState } from 'react';
import { useDocument, useFacts } from '#components/editor/editor-context.tsx';
import type { AutomationDocument } from '#server/engine/document.ts';
import { type Variable, variablesAt, variablesKey } from '#server/engine/edit/variables-at.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';

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
  const { detail } = useFacts();
  const [variablesOf] = useState(rememberVariables);
  return variablesOf(useDocument(), stepId, detail.samplePayload);
}

/**
 * Gives the very same list until the draft offers something else: typing a text neither works it
 * out again nor redraws the chips of every field.
 */
function rememberVariables() {
  let last: { readonly key: string; readonly variables: readonly Variable[] } | null = null;
  return (document: AutomationDocument, stepId: string, samplePayload: unknown) => {
    const key = `${stepId} ${variablesKey(document)}`;
    if (last?.key === key) return last.variables;
    const catalogue = stepCatalogue;
    const asked = { document, stepId, catalogue, contactFields: CONTACT_FIELDS, samplePayload };
    last = { key, variables: variablesAt(asked) };
    return last.variables;
  };
}
