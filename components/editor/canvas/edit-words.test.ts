import { describe, expect, it } from 'vitest';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import type { Change } from '#server/engine/edit/change.ts';
import {
  createHistory,
  type History,
  recordChange,
  redo,
  undo,
} from '#server/engine/edit/history.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { editWords, whatHappened } from './edit-words.ts';

const start = createHistory(demoDocument, []);

function edited(history: History, change: Change): History {
  const recorded = recordChange(history, change, stepCatalogue);
  if (!recorded.ok) throw new Error(recorded.message);
  return recorded.history;
}

function said(before: History, after: History): string | null {
  const happened = whatHappened(before, after);
  return happened === null ? null : editWords(happened);
}

const add: Change = {
  kind: 'add_step',
  at: { kind: 'edge', from: 'crm_task', port: 'next', to: 'reply' },
  step: { id: 'pause', kind: 'wait_for', name: 'Wait for a while', config: { duration: 'P1D' } },
};

describe('what an edit says to those who do not see it', () => {
  it('names the added step and where it stands', () => {
    expect(said(start, edited(start, add))).toBe(
      'Added Wait for a while between CRM task and Wait for a reply',
    );
  });

  it('says the same of undo and redo, with which of them it was', () => {
    const after = edited(start, add);
    expect(said(after, undo(after))).toMatch(/^Undone: Added Wait for a while/);
    const back = undo(after);
    expect(said(back, redo(back))).toMatch(/^Done again: Added Wait for a while/);
  });

  it('names deleted steps, or counts them', () => {
    expect(said(start, edited(start, { kind: 'delete_steps', ids: ['crm_task'] }))).toBe(
      'Deleted CRM task',
    );
    expect(said(start, edited(start, { kind: 'delete_steps', ids: ['crm_task', 'reply'] }))).toBe(
      'Deleted 2 steps',
    );
  });

  it('says where a port leads from now on, and where it no longer does', () => {
    const there = { from: 'approve', port: 'expired', to: 'tell_team' };
    expect(said(start, edited(start, { kind: 'connect', ...there }))).toBe(
      'Sam approves, Expired now leads to Tell the team',
    );
    const gone = { from: 'wait_weekday', port: 'next', to: 'draft_email' };
    expect(said(start, edited(start, { kind: 'disconnect', ...gone }))).toBe(
      'Next weekday, 09:00 no longer leads to Draft the email',
    );
  });

  it('is silent while a field is typed into, and when nothing changed', () => {
    const typed: Change = { kind: 'rename_step', stepId: 'reply', name: 'Answer' };
    expect(said(start, edited(start, typed))).toBeNull();
    expect(said(start, start)).toBeNull();
  });
});
