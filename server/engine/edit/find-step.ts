import type { AutomationDocument, DocumentStep } from '../document.ts';

export const GONE = 'This step is gone.';

export function findStep(document: AutomationDocument, id: string): DocumentStep | undefined {
  return document.steps.find((step) => step.id === id);
}

/** The document with one step replaced; steps that are not touched stay the same objects. */
export function withStep(document: AutomationDocument, changed: DocumentStep): AutomationDocument {
  const steps = document.steps.map((step) => (step.id === changed.id ? changed : step));
  return { ...document, steps };
}

/** How a step is called in a sentence. */
export function quoteName({ name }: DocumentStep): string {
  const characters = Array.from(name);
  return characters.length <= 40 ? `“${name}”` : `“${characters.slice(0, 39).join('')}…”`;
}
