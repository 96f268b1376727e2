import { describe, expect, test } from 'vitest';
import { NOW, mayaRun } from './fixtures/maya-run.ts';
import { takenPath } from './taken-path.ts';

const reading = { zone: 'Europe/Berlin', now: NOW };

describe('the path of a run through its graph', () => {
  const marks = takenPath(mayaRun(), reading);

  test('what was taken, where it stands and what comes if nothing happens', () => {
    expect(Object.fromEntries([...marks.nodes].map(([id, mark]) => [id, mark.path]))).toEqual({
      trigger: 'taken',
      wait_weekday: 'taken',
      draft_email: 'taken',
      approve: 'current',
      end_expired: 'next',
    });
    expect(Object.fromEntries(marks.edges)).toEqual({
      'trigger:next:wait_weekday': 'taken',
      'wait_weekday:next:draft_email': 'taken',
      'draft_email:next:approve': 'taken',
      'approve:expired:end_expired': 'next',
    });
    expect(marks.nextTone).toBe('held');
  });

  test('in a run the sentence gives way to the fact', () => {
    expect(marks.nodes.get('trigger')?.fact).toBe('Fri 18:42');
    expect(marks.nodes.get('draft_email')?.fact).toBe('3 attempts · 2 h 33 m');
    expect(marks.nodes.get('approve')?.fact).toBe('21 h 35 m left');
    expect(marks.nodes.get('end_expired')?.note).toBe('Tue 11:40');
  });

  test('a port not taken stays untaken although another led to the same step', () => {
    const run = mayaRun();
    const document = {
      ...run.document,
      edges: [...run.document.edges, { from: 'approve', port: 'approved', to: 'end_expired' }],
    };
    const edges = takenPath({ ...run, document }, reading).edges;
    expect(edges.get('approve:approved:end_expired')).toBeUndefined();
    expect(edges.get('approve:expired:end_expired')).toBe('next');
  });

  test('the latest visit of a loop speaks for the step', () => {
    const run = mayaRun();
    const again = { ...run.steps[1]!, iteration: 2, attempt: 1 };
    const mark = takenPath({ ...run, steps: [...run.steps, again] }, reading).nodes.get(
      'draft_email',
    );
    expect(mark?.fact).toBe('visit 2 · 2 h 33 m');
  });
});
