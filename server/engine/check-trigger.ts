import type { Problem } from './definition.ts';
import type { DocumentGraph } from './document-graph.ts';
import { isZone } from './instant.ts';
import { error, warning } from './problem.ts';
import { scheduleConfigSchema } from './trigger-config.ts';

/** The start of the automation, and the settings that hold for all of it. */
export function checkTrigger({ document, successors }: DocumentGraph): Problem[] {
  const problems: Problem[] = [];
  if (document.steps.length === 0) {
    problems.push(error('no_steps', 'Add a first step.'));
  } else if ((successors.get('trigger') ?? []).length === 0) {
    problems.push(error('trigger_unconnected', 'Connect the trigger to the first step.'));
  }
  const { timezone } = document.settings;
  if (!isZone(timezone)) {
    const message = `Choose another time zone: "${timezone}" is not one.`;
    problems.push(error('unknown_time_zone', message, { field: 'settings.timezone' }));
  }
  return [...problems, ...triggerProblems(document.trigger)];
}

function triggerProblems({ kind, config }: DocumentGraph['document']['trigger']): Problem[] {
  if (kind === 'webhook') {
    const has = new Map(Object.entries(config));
    if (has.get('eventId') !== undefined || has.get('collapseIdentical') === true) return [];
    const message =
      "Say where the event's id is, or accept that equal submissions start one run: else a repeated delivery may start two.";
    return [warning('no_event_id', message, { field: 'trigger.config.eventId' })];
  }
  if (kind !== 'schedule') return [];
  return (scheduleConfigSchema.safeParse(config).error?.issues ?? []).map(({ path, message }) =>
    error('invalid_schedule', /[.]$/.test(message) ? message : `${message}.`, {
      field: ['trigger.config', ...path.map(String)].join('.'),
    }),
  );
}
