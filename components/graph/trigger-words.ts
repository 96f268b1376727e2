import type { AutomationDocument } from '#server/engine/document.ts';

/** How each kind of trigger reads on its card. */
export const TRIGGER_WORDS: Readonly<
  Record<AutomationDocument['trigger']['kind'], { name: string; sentence: string; icon: string }>
> = {
  webhook: { name: 'Form or app', sentence: 'When its address receives a call', icon: 'webhook' },
  manual: { name: 'By hand', sentence: 'When someone starts it', icon: 'hand' },
  schedule: { name: 'Schedule', sentence: 'When its time comes', icon: 'alarm-clock' },
};
