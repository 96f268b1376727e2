import { describe, expect, test } from 'vitest';
import { NOW, mayaRun } from './fixtures/maya-run.ts';
import { foldTimeline } from './fold-timeline.ts';
import { idleMoments } from './idle.ts';
import type { TimelineEntry } from './timeline-entry.ts';

const reading = { zone: 'Europe/Berlin', now: NOW };

function line(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'head':
      return `# ${entry.name} [${entry.status.word}] ${entry.chip ?? ''} ${entry.aside}`.trim();
    case 'fact':
      return [entry.text.strong, entry.text.rest, entry.text.code?.shown].filter(Boolean).join(' ');
    case 'timer':
      return `timer ${entry.timer.purpose} ${entry.open ? 'open' : 'over'} ${entry.consequence ?? ''}`.trim();
    case 'effect':
      return `effect ${entry.effect.key}`;
    case 'idle':
      return `idle ${entry.reason}`;
    case 'now':
      return 'now';
    case 'next':
      return `next ${entry.text}`;
  }
}

describe('the timeline of a run', () => {
  test('S10.1 one screen tells a run from start to finish, in order', () => {
    expect(foldTimeline(mayaRun(), reading).map(line)).toEqual([
      '# Demo form sent [Done]',
      'Run started. Start key evt_9c41e07b',
      '# Next weekday, 09:00 [Done]  2 d 15 h 24 m',
      'timer wait over',
      'The same event came again: recognised as a duplicate, nothing started',
      'idle Clocks went back on Sunday at 03:00',
      'Timer fired, 0.3 s late',
      '# Draft the email [Done] 3 attempts 2 h 33 m',
      'Attempt 1 started',
      'Attempt 1 lost. worker-2 stopped answering and its lease ran out',
      'Attempt 2 started',
      'Attempt 2 of 3 put off. The model provider answered 429, told to come back at 11:37',
      'Late result refused. Another attempt had taken over from worker-2, so nothing was changed',
      'idle Waiting for the provider’s retry time',
      'Time for the next attempt',
      'Attempt 3 started',
      'Finished',
      '# Sam approves [Waiting for a person] Waiting for a person 2 h 25 m so far',
      'Attempt 1 started',
      'effect run_8fq2mz/approve',
      'Asked Sam in Slack',
      'timer deadline open expired',
      'now',
      'next If Sam has not answered: take expired, and the run ends',
    ]);
  });

  test('S7.2 S12.6 a move to another version says so, and steps left behind keep their names', () => {
    const run = mayaRun();
    const gone = run.document.steps.find((step) => step.id === 'wait_weekday')!;
    const moved = {
      ...run.timeline.at(-1)!,
      seq: run.timeline.length + 1,
      type: 'run.migrated',
      stepId: null,
      iteration: null,
      data: {
        from: 1,
        to: 2,
        moves: [{ stepId: 'approve', iteration: 1, how: 'begins', to: 'send_email' }],
        scopes: [],
      },
    };
    const lines = foldTimeline(
      {
        ...run,
        document: {
          ...run.document,
          steps: run.document.steps.filter((step) => step !== gone),
        },
        formerSteps: [{ id: gone.id, name: gone.name, kind: gone.kind }],
        timeline: [...run.timeline, moved],
      },
      reading,
    ).map(line);
    expect(lines).toContain('# Next weekday, 09:00 [Done]  2 d 15 h 24 m');
    expect(lines).toContain('Moved from version 1 to 2. Went on at “Send it”');
  });

  test('S2.3 a late result that was refused is marked as a refusal, a lost attempt as a setback', () => {
    const facts = foldTimeline(mayaRun(), reading).filter((entry) => entry.kind === 'fact');
    const tone = (start: string) =>
      facts.find((fact) => fact.text.strong?.startsWith(start))?.text.tone;
    expect(tone('Late result')).toBe('refusal');
    expect(tone('Attempt 1 lost')).toBe('setback');
    expect(tone('Attempt 2 of 3')).toBe('setback');
  });

  test('the first entry of each day carries its date', () => {
    const dated = foldTimeline(mayaRun(), reading).filter(
      (entry) => 'newDay' in entry && entry.newDay,
    );
    expect(dated.map(line)).toEqual([
      '# Demo form sent [Done]',
      'idle Clocks went back on Sunday at 03:00',
    ]);
  });

  test('an opened idle stretch lists its days and the clock change inside', () => {
    const moments = idleMoments(
      new Date('2026-10-23T16:42:09Z'),
      new Date('2026-10-26T08:06:12Z'),
      reading,
    );
    expect(moments.map((moment) => moment.text)).toEqual([
      'Sat 24 Oct began, nothing was due',
      'Sun 25 Oct began, nothing was due',
      'Clocks went back on Sunday at 03:00',
      'Mon 26 Oct began, nothing was due',
    ]);
  });

  test('a finished run has no "now" and nothing next, and ends with its outcome', () => {
    const run = mayaRun({
      status: 'done',
      outcome: 'Expired',
      finishedAt: new Date('2026-10-27T10:40:00Z'),
    });
    const finished = {
      ...run.timeline[0]!,
      seq: 99,
      at: new Date('2026-10-27T10:40:00Z'),
      type: 'run.finished',
      data: { status: 'done', outcome: 'Expired' },
    };
    const lines = foldTimeline({ ...run, timeline: [...run.timeline, finished] }, reading).map(
      line,
    );
    expect(lines.at(-1)).toBe('# Run done: Expired [Done]  3 d 17 h 57 m');
    expect(lines).not.toContain('now');
  });

  test('what a person said of an unknown outcome is told, in their name', () => {
    const run = mayaRun();
    const said = {
      ...run.timeline[0]!,
      type: 'effect.settled',
      actorLabel: 'Lena Brandt',
      data: { key: 'run_1/send_email', attempt: 1, how: 'reviewed' },
    };
    expect(foldTimeline({ ...run, timeline: [said] }, reading)).toContainEqual(
      expect.objectContaining({
        who: 'Lena Brandt',
        text: { strong: 'Reviewed.', rest: 'It happened' },
      }),
    );
  });

  test('a start that only records what a person said is not called an attempt', () => {
    const run = mayaRun();
    const of = { ...run.timeline[0]!, stepId: 'send_email', iteration: 1 };
    const key = 'run_1/send_email';
    const timeline = [
      { ...of, seq: 1, type: 'step.entered', data: { kind: 'send_email', status: 'ready' } },
      { ...of, seq: 2, type: 'step.started', data: { attempt: 1, token: 1 } },
      { ...of, seq: 3, type: 'effect.started', data: { key, attempt: 1, digest: 'd' } },
      { ...of, seq: 4, type: 'step.needs_review', data: { effectKey: key, message: 'm' } },
      { ...of, seq: 5, type: 'effect.settled', data: { key, attempt: 1, how: 'reviewed' } },
      { ...of, seq: 6, type: 'step.resumed', data: { cause: 'reviewed', wake: 2 } },
      { ...of, seq: 7, type: 'step.started', data: { attempt: 2, token: 2 } },
      { ...of, seq: 8, type: 'step.completed', data: { port: 'sent' } },
    ];
    const [sent] = run.steps;
    const steps = [{ ...sent!, stepId: 'send_email', iteration: 1, status: 'done', attempt: 2 }];
    const told = { ...run, steps, timeline } as typeof run;
    const lines = foldTimeline(told, reading).map(line);
    expect(lines).toContain('Attempt 1 started');
    expect(lines).toContain('Taken up again to record the outcome: nothing is sent');
    expect(lines.join('\n')).not.toMatch(/Attempt 2 started|2 attempts/);
  });

  test('interleaved paths keep their order, and a step that goes on says so', () => {
    const run = mayaRun();
    const items = [
      { ...run.timeline[7]!, seq: 1 },
      { ...run.timeline[19]!, seq: 2 },
      { ...run.timeline[15]!, seq: 3 },
    ];
    const heads = foldTimeline({ ...run, timeline: items }, reading).filter(
      (entry) => entry.kind === 'head',
    );
    expect(heads.map((head) => head.name)).toEqual([
      'Draft the email, continued',
      'Sam approves, continued',
      'Draft the email, continued',
    ]);
  });

  test('an entry of a kind that this page does not know is shown, not dropped', () => {
    const run = mayaRun();
    const strange = { ...run.timeline[0]!, type: 'run.celebrated', data: {} };
    expect(foldTimeline({ ...run, timeline: [strange] }, reading).map(line)).toContain(
      'run.celebrated',
    );
  });
});
