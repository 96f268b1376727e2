import type { Variable } from '#server/engine/edit/variables-at.ts';
import type { DocumentStep } from '#server/engine/document.ts';
import { describeDuration } from '#server/steps/duration.ts';
import { daysSchema, describeDays } from '#server/steps/weekdays.ts';
import { chipWords } from '../liquid/chip-words.ts';
import { liquidOutputs } from '../liquid/liquid-outputs.ts';

export interface SentencePart {
  readonly text: string;
  /** The setting that the words stand for; null for the words between. */
  readonly field: string | null;
}

const words = (text: string): SentencePart => ({ text, field: null });
const setting = (field: string, text: string): SentencePart => ({ field, text });

/** A wait in plain words, of settings that may be unfinished. */
export function waitSentence(
  { kind, config }: DocumentStep,
  variables: readonly Variable[],
): SentencePart[] {
  if (kind === 'wait_for') {
    const length = describeDuration(textOf(config['duration']));
    return [words('Wait '), setting('duration', length || 'how long?'), words(', then go on.')];
  }
  const clock = zonePart(config['zone']);
  const spread = spreadParts(config['spreadSeconds']);
  const time = textOf(config['at']);
  if (config['date'] === undefined) {
    return [
      words('Wait until '),
      setting('at', time || 'what time?'),
      words(' on the next '),
      setting('days', daysOf(config['days'])),
      words(' in '),
      ...clock,
      ...spread,
      words('.'),
    ];
  }
  return [
    words('Wait until '),
    setting('date', dateOf(textOf(config['date']), variables)),
    ...(time === '' ? [] : [words(' at '), setting('at', time)]),
    words(' in '),
    ...clock,
    ...spread,
    words('. Without a date, '),
    setting('ifMissing', missingOf(config['ifMissing'])),
    words('.'),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function daysOf(days: unknown): string {
  const read = daysSchema.safeParse(days ?? 'daily');
  return read.success ? describeDays(read.data) : 'which day?';
}

function zonePart(zone: unknown): SentencePart[] {
  if (zone === undefined || zone === 'contact') {
    return [setting('zone', 'the contact’s'), words(' time zone')];
  }
  if (zone === 'workspace') return [setting('zone', 'the automation’s'), words(' time zone')];
  return [setting('zone', textOf(zone).replaceAll('_', ' ') || 'which zone?'), words(' time')];
}

/** 10 minutes where nothing is set, as the engine takes it. */
function spreadParts(seconds: unknown): SentencePart[] {
  const spread = typeof seconds === 'number' ? seconds : 600;
  if (spread === 0) return [words(', '), setting('spreadSeconds', 'exactly on time')];
  return [words(', spread over '), setting('spreadSeconds', lengthOf(spread))];
}

export function lengthOf(seconds: number): string {
  if (seconds % 3600 === 0) return describeDuration(`PT${seconds / 3600}H`);
  return describeDuration(seconds % 60 === 0 ? `PT${seconds / 60}M` : `PT${seconds}S`);
}

function dateOf(date: string, variables: readonly Variable[]): string {
  if (date === '') return 'which date?';
  const [output, ...others] = liquidOutputs(date);
  const isWhole = output !== undefined && others.length === 0 && output.to === date.length;
  return (isWhole ? chipWords(output, variables) : null) ?? date;
}

function missingOf(policy: unknown): string {
  if (policy === 'skip') return 'take another path';
  return policy === 'go_on' ? 'go on' : 'fail the step';
}
