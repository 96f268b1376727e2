import type { DocumentStep } from '#server/engine/document.ts';
import { isZone } from '#server/engine/instant.ts';
import type { TimesPreview } from '#server/engine/preview-schedule.ts';
import { dataOf } from '#server/simulate/sample-data.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { previewWait } from '#server/steps/preview-wait.ts';
import { waitUntil } from '#server/steps/wait_until/definition.ts';
import { readDate } from '#server/steps/wait_until/read-date.ts';
import { renderTemplate } from '#server/templates/render.ts';

export type SampleWait =
  | { readonly kind: 'times'; readonly preview: TimesPreview; readonly zoneOf: ZoneOf }
  /** There is no date to wait for with this sample: why, and what the step would do. */
  | { readonly kind: 'no_date'; readonly message: string; readonly then: string };

/** Whose clock it is in the end: the automation’s stands in for a contact without one. */
export type ZoneOf = 'contact' | 'automation' | 'fixed';

const THEN = {
  stop: 'The step fails, and the run stops there or goes on by “Failed”.',
  skip: 'The run takes the path “No date to wait for”.',
  go_on: 'The run goes on at once, without having waited.',
} as const;

/** When a wait that begins now ends for the sample. Null for settings that cannot be read yet. */
export function sampleWait(step: DocumentStep, simulation: Simulation): SampleWait | null {
  const { now, contact, document } = simulation;
  const { settings } = document;
  const config = waitUntil.config.safeParse(step.config);
  if (step.kind === waitUntil.kind && !config.success) return null;
  const asked = config.success && step.kind === waitUntil.kind ? config.data.zone : 'contact';
  const own = contact?.timezone ?? '';
  const zoneOf = isZone(asked)
    ? 'fixed'
    : asked === 'contact' && isZone(own)
      ? asked
      : 'automation';
  const zone = zoneOf === 'fixed' ? asked : zoneOf === 'contact' ? own : settings.timezone;
  let shown: Pick<DocumentStep, 'kind' | 'config'> = step;
  if (step.kind === waitUntil.kind && config.success) {
    const { date, at, ifMissing } = config.data;
    shown = { ...step, config: { ...step.config, zone } };
    if (date !== undefined) {
      const then = THEN[ifMissing];
      const rendered = renderTemplate(date, dataOf(simulation));
      if (!rendered.ok) return { kind: 'no_date', message: rendered.error.message, then };
      const read = readDate(rendered.text, at ?? '09:00', zone, now);
      if (!read.ok) return { kind: 'no_date', message: read.error.message, then };
      shown = { ...step, config: { ...step.config, zone, date: rendered.text } };
    }
  }
  const preview = previewWait(shown, { ...settings, timezone: zone }, now);
  return preview === null ? null : { kind: 'times', preview, zoneOf };
}
