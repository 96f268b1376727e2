import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onlyConnection } from './choose-connection.ts';
import { stepCatalogue } from './catalogue.ts';
import { fieldProblems } from './field-problems.ts';
import type { NamedField, Widget } from './form.ts';
import { emptyConfig, stepForms } from './forms.ts';

const KINDS = [...stepCatalogue.keys()];

const schemaOf = (kind: string): z.ZodObject => {
  const schema = stepCatalogue.get(kind)?.config;
  if (!(schema instanceof z.ZodObject)) throw new Error(`${kind} has no object for settings`);
  return schema;
};

/** The schema of one field, without what makes it optional. */
const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? bare(schema.unwrap())
    : schema;

const fieldsOf = (kind: string): readonly NamedField[] => stepForms.get(kind)?.fields ?? [];

const withWidget = <K extends Widget['kind']>(wanted: K) =>
  KINDS.flatMap((kind) =>
    fieldsOf(kind).flatMap(({ name, widget }) =>
      widget.kind === wanted
        ? [
            {
              kind,
              name,
              widget: widget as Extract<Widget, { kind: K }>,
              schema: bare(schemaOf(kind).shape[name]),
            },
          ]
        : [],
    ),
  );

const pathsOf = (kind: string, config: unknown): string[] =>
  fieldProblems(kind, config).map(({ path }) => path);

describe('the forms of steps', () => {
  it.each(KINDS)('%s: every field of its schema is on its form, and no other', (kind) => {
    expect(stepForms.get(kind)?.kind).toBe(kind);
    expect(
      fieldsOf(kind)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(schemaOf(kind).shape).toSorted());
  });

  it('has no form for a kind that does not exist', () => {
    expect([...stepForms.keys()].toSorted()).toEqual(KINDS.toSorted());
  });

  it.each([...withWidget('cases'), ...withWidget('arms')])(
    '$kind: the entries of $name have exactly the fields of their schema',
    ({ widget, schema }) => {
      const item = schema instanceof z.ZodArray ? schema.element : null;
      if (!(item instanceof z.ZodObject)) throw new Error('The entries are no objects');
      expect(Object.keys(widget.item).toSorted()).toEqual(Object.keys(item.shape).toSorted());
    },
  );

  it.each(withWidget('choice'))(
    '$kind: $name offers exactly what its schema takes',
    ({ widget, schema }) => {
      if (!(schema instanceof z.ZodEnum)) throw new Error('A choice without a list of values');
      expect(widget.options.map(({ value }) => value).toSorted()).toEqual(
        schema.options.map(String).toSorted(),
      );
    },
  );

  it.each(withWidget('number'))(
    '$kind: the bounds of $name are the schema’s',
    ({ kind, name, widget }) => {
      const reads = (value: number) => schemaOf(kind).shape[name]!.safeParse(value).success;
      expect(reads(widget.min)).toBe(true);
      expect(reads(widget.max)).toBe(true);
      expect(reads(widget.max + 1)).toBe(false);
      expect(reads(widget.whole ? widget.min - 1 : 0)).toBe(false);
      expect(reads(widget.min + 0.5)).toBe(!widget.whole);
      for (const { value } of widget.presets ?? []) expect(reads(value)).toBe(true);
    },
  );

  it.each([...withWidget('duration'), ...withWidget('deadline')])(
    '$kind: the lengths of time offered for $name are such as it takes',
    ({ kind, name, widget }) => {
      const schema = schemaOf(kind).shape[name]!;
      for (const preset of widget.presets) {
        const value = widget.kind === 'deadline' ? { after: preset, then: 'stop' } : preset;
        expect(schema.safeParse(value).success, preset).toBe(true);
      }
    },
  );

  it.each(withWidget('deadline'))(
    '$kind: a deadline may lead to each port that is offered, and escalate only where offered',
    ({ kind, name, widget }) => {
      const definition = stepCatalogue.get(kind)!;
      const around = { person: 'sam@example.com', upstream: [{ id: 'mail', kind: 'send_email' }] };
      const withDeadline = (deadline: unknown) => ({
        ...emptyConfig(kind, around),
        content: 'x',
        [name]: deadline,
      });
      const { content: _, ...rest } = withDeadline(null);
      const config = (deadline: unknown) =>
        kind === 'approval' ? withDeadline(deadline) : { ...rest, [name]: deadline };
      for (const { id } of widget.ports) {
        const parsed = definition.config.parse(config({ after: 'P1D', then: `port:${id}` }));
        const step = { id: 'it', kind, name: 'It', config: {} };
        expect(definition.check?.(parsed, step, {} as never)).toEqual([]);
      }
      const escalate = { to: ['kim@example.com'], after: 'PT1H', then: 'stop' };
      const escalating = config({ after: 'P1D', then: { escalate } });
      expect(definition.config.safeParse(escalating).success).toBe(widget.escalates);
    },
  );

  it.each(KINDS)(
    '%s: says what each field is for, and draws from no unfinished settings',
    (kind) => {
      for (const { label, help, visible } of fieldsOf(kind)) {
        expect(label).toMatch(/^[A-Z]/);
        expect(help ?? 'Fine.').toMatch(/[.?]$|…$|\| raw\.$/);
        for (const config of [{}, { mode: 7, channel: null, method: [] }]) visible?.(config);
      }
      expect(stepForms.get(kind)?.intro).toMatch(/[.”]$/);
    },
  );
});

/** What a new step of the kind cannot know: the author's own words and choices. */
const LEFT_TO_THE_AUTHOR: Readonly<Record<string, readonly string[]>> = {
  send_email: ['subject', 'body'],
  slack_message: ['channel', 'text'],
  ai_generate: ['prompt'],
  http_request: ['url'],
  update_contact: ['fields'],
  run_automation: ['automation'],
  approval: ['content'],
  wait_signal: ['correlation'],
};

describe('a step that was just added', () => {
  const person = 'sam@example.com';

  it.each(KINDS)('%s: lacks nothing but what only its author knows', (kind) => {
    const missing = pathsOf(kind, emptyConfig(kind, { person }));
    expect(missing).toEqual([...(LEFT_TO_THE_AUTHOR[kind] ?? [])]);
    const required = fieldsOf(kind).filter(({ required }) => required);
    for (const path of missing) expect(required.map(({ name }) => name)).toContain(path);
  });

  it('S6.5 has a deadline wherever a person is waited for', () => {
    expect(emptyConfig('approval')['deadline']).toEqual({ after: 'PT24H', then: 'port:expired' });
    expect(emptyConfig('wait_signal')['deadline']).toEqual({
      after: 'P3D',
      then: 'port:timed_out',
    });
  });

  it('takes up what comes before it', () => {
    const upstream = [
      { id: 'mail_2', kind: 'send_email' },
      { id: 'draft', kind: 'ai_generate' },
      { id: 'mail_1', kind: 'send_email' },
    ];
    expect(pathsOf('wait_signal', emptyConfig('wait_signal', { upstream }))).toEqual([]);
    expect(emptyConfig('wait_signal', { upstream })['correlation']).toBe(
      '{{ steps.mail_2.output.messageId }}',
    );
    expect(emptyConfig('approval', { upstream, person })).toMatchObject({
      content: '{{ steps.draft.output.text }}',
      assignees: [person],
    });
  });

  it('takes the usual connection, else the only one that fits, else none', () => {
    const smtp = (name: string) => ({ name, kind: 'smtp' as const });
    const of = (...connections: ReturnType<typeof smtp>[]) =>
      onlyConnection(
        { connections: [...connections, { name: 'slack', kind: 'slack' }] },
        'smtp',
        'mailbox',
      );
    expect(onlyConnection({}, 'smtp', 'mailbox')).toBe('mailbox');
    expect(of(smtp('a'), smtp('mailbox'))).toBe('mailbox');
    expect(of(smtp('a'))).toBe('a');
    expect(of(smtp('a'), smtp('b'))).toBe('');
    expect(of()).toBe('');
  });

  it('is empty for a kind that nobody knows', () => {
    expect(emptyConfig('toString')).toEqual({});
  });
});

describe('a wait until a time', () => {
  it('changes between a time of day and a date and back, keeping what both know', () => {
    const [time, date] = stepForms.get('wait_until')!.ways;
    const start = { ...emptyConfig('wait_until'), at: '08:15', zone: 'workspace' };
    const dated = date!.choose(start);
    expect([time!.isChosen(dated), date!.isChosen(dated)]).toEqual([false, true]);
    expect(pathsOf('wait_until', dated)).toEqual(['date']);
    expect(pathsOf('wait_until', { ...dated, date: '{{ trigger.day }}' })).toEqual([]);
    const back = time!.choose(dated);
    expect([time!.isChosen(back), date!.isChosen(back)]).toEqual([true, false]);
    expect(pathsOf('wait_until', back)).toEqual([]);
    expect(back).toMatchObject({ at: '08:15', zone: 'workspace' });
  });
});
