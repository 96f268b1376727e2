import { describe, expect, it } from 'vitest';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import { checkDocument } from '#server/engine/check-document.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { rememberChecks } from './remember-checks.ts';

const withText = (text: string): AutomationDocument => ({
  ...demoDocument,
  steps: demoDocument.steps.map((step) =>
    step.id === 'tell_team' ? { ...step, config: { ...step.config, text } } : step,
  ),
});

describe('looking a draft over again and again', () => {
  it('finds what a first look finds, whatever was looked at before', () => {
    const check = rememberChecks();
    const texts = [
      'Hello',
      'Hello {{ steps.nobody.output }}',
      'Hello {{',
      'Hello',
      '{{ contact.name }}',
    ];
    for (const text of texts) {
      expect(check(withText(text))).toEqual(
        checkDocument(withText(text), stepCatalogue, analyseTemplate),
      );
    }
  });
});
