import { describe, expect, it } from 'vitest';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import { autoplay } from '#server/simulate/autoplay.ts';
import { startSimulation } from '#server/simulate/start-simulation.ts';
import { simulationMarks } from './simulation-marks.ts';
import { simulationStory } from './simulation-story.ts';

const start = startSimulation({
  document: demoDocument,
  contact: {
    email: 'maya@example.com',
    name: 'Maya Lindner',
    timezone: 'Europe/Berlin',
    attributes: {},
  },
  payload: { event_id: 'evt_1', company: 'Brightwater' },
  now: Date.UTC(2026, 9, 23, 16, 30),
});

describe('the story of a simulation', () => {
  it('begins with the first step and ends where the run ends, each visit once', () => {
    const story = simulationStory(autoplay(start, 'happy'));
    expect(story[0]?.stepId).toBe('wait_weekday');
    expect(story.map(({ key }) => key)).toEqual([...new Set(story.map(({ key }) => key))]);
    expect(story.every(({ status }) => status === 'done')).toBe(true);
  });

  it('holds the email under the step that sent it', () => {
    const story = simulationStory(autoplay(start, 'happy'));
    const send = story.find(({ stepId }) => stepId === 'send_email');
    expect(send?.messages[0]?.message).toMatchObject({ kind: 'email', to: 'maya@example.com' });
  });

  it('marks the path that was taken and leaves the rest unmarked', () => {
    const marks = simulationMarks(autoplay(start, 'silent'));
    expect(marks.nodes.get('approve')?.path).toBe('taken');
    expect(marks.nodes.has('crm_task')).toBe(false);
    expect([...marks.edges.values()].every((state) => state === 'taken')).toBe(true);
  });

  it('shows where it stands', () => {
    expect(simulationMarks(start).nodes.get('wait_weekday')?.path).toBe('current');
  });
});
