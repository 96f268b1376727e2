import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataScope } from '#server/engine/definition.ts';
import { renderHtmlTemplate, renderTemplate } from './render.ts';

const data = (over: Partial<DataScope> = {}): DataScope => ({
  trigger: { plan: 'pro', items: ['a', 'b'], nothing: null, zero: 0, no: false },
  contact: {
    name: 'Maya',
    email: 'maya@example.com',
    nickname: null,
    attributes: { city: 'Berlin' },
  },
  steps: new Map([['draft_email', { output: { text: 'Hello there' } }]]),
  run: { id: 'run_1', startedAt: '2027-01-01T00:00:00.000Z', isTest: false },
  ...over,
});

const text = (template: string, scope = data()): string => {
  const rendered = renderTemplate(template, scope);
  return rendered.ok ? rendered.text : `!${rendered.error.code}: ${rendered.error.message}`;
};

describe('renderTemplate', () => {
  it('sees trigger, contact, steps and run', () => {
    expect(
      text(
        '{{ contact.name }}/{{ trigger.plan }}/{{ steps.draft_email.output.text }}/{{ run.id }}',
      ),
    ).toBe('Maya/pro/Hello there/run_1');
    expect(
      text('{{ contact.attributes.city }} {{ trigger.items[1] }} {{ trigger.items.size }}'),
    ).toBe('Berlin b 2');
  });

  it('prints false and zero, which are values', () => {
    expect(text('{{ trigger.zero }}{{ trigger.no }}')).toBe('0false');
  });

  it.each([
    ['{{ contact.nmae }}', 'contact.nmae'],
    ['{{ contact.nickname }}', 'contact.nickname'],
    ['{{ contact.nickname | upcase }}', 'contact.nickname'],
    ['{{ steps.gone.output.text }}', 'steps.gone.output.text'],
    ['{% assign x = contact.nickname %}{{ x }}', 'x'],
    ['{% for i in trigger.missing %}{{ i }}{% endfor %}', 'trigger.missing'],
    ['{{ trigger.items[7] }}', 'trigger.items[7]'],
  ])('refuses %s by naming the variable and nothing else', (template, name) => {
    expect(text(template)).toBe(`!unknown_variable: The variable “${name}” has no value.`);
  });

  it('names the variable when there is no contact at all', () => {
    expect(text('{{ contact.name }}', data({ contact: null }))).toContain('“contact.name”');
  });

  it('never puts a value of the data into an error', () => {
    const secret = data({ trigger: { key: 'maya@example.com' } });
    expect(text('{{ steps[trigger.key].output }}', secret)).not.toContain('maya@');
    expect(text('{{ trigger.key | divided_by: contact }}', secret)).not.toContain('maya@');
  });

  it('takes the default where the author gave one', () => {
    expect(
      text('{{ contact.nickname | default: "friend" }}{{ contact.nope | default: "!" }}'),
    ).toBe('friend!');
  });

  it('lets conditions test what may be missing', () => {
    expect(
      text(
        '{% if contact.nickname %}a{% else %}b{% endif %}{% if contact.nope == "x" %}c{% endif %}',
      ),
    ).toBe('b');
  });

  it('never evaluates a value as a template', () => {
    const sly = data({ contact: { name: '{{ run.id }}{% if true %}x{% endif %}' } });
    expect(text('Hi {{ contact.name }}', sly)).toBe('Hi {{ run.id }}{% if true %}x{% endif %}');
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    'does not reach the inherited %s',
    (name) => {
      expect(text(`{{ ${name} }}`)).toContain('!unknown_variable');
      expect(text(`{{ contact.${name} }}`)).toContain('!unknown_variable');
      expect(text(`{{ contact.name.${name} }}`)).toContain('!unknown_variable');
      expect(text(`{{ steps.${name}.output }}`)).toContain('!unknown_variable');
    },
  );

  it('shows own fields with awkward names, emoji and right-to-left text as they are', () => {
    const contact = JSON.parse(
      '{"__proto__":"own","a b":"spaced","näme":"שלום","emoji":"👩‍👩‍👧"}',
    ) as Record<string, unknown>;
    expect(
      text('{{ contact["a b"] }} {{ contact["näme"] }} {{ contact.emoji }}', data({ contact })),
    ).toBe('spaced שלום 👩‍👩‍👧');
    expect(text('{{ contact["__proto__"] }}', data({ contact }))).toBe('own');
  });

  it('refuses a group of fields where text is meant, and prints it as JSON on request', () => {
    expect(text('{{ contact.attributes }}')).toContain('!not_text');
    expect(text('{{ contact.attributes | json }}')).toBe('{"city":"Berlin"}');
  });

  it.each([
    '{% include "x" %}',
    '{% render "x" %}',
    '{% layout "x" %}',
    '{{ trigger.items | sample }}',
    '{{ "a" | nope }}',
    '{{ contact.name',
  ])('refuses to read %s', (template) => {
    expect(text(template)).toContain('!template_syntax');
  });

  it('S12.3 reads no clock', () => {
    expect(text('{{ "now" | date: "%Y" }}')).toContain('!clock_in_template');
    expect(text('{{ "today" | date }}')).toContain('!clock_in_template');
  });

  it('formats dates in UTC whatever the zone of the host', () => {
    expect(text('{{ run.startedAt | date: "%Y-%m-%d %H:%M" }}')).toBe('2027-01-01 00:00');
  });

  it('stops runaway templates instead of the worker', () => {
    expect(text('{% for i in (1..100000000) %}x{% endfor %}')).toContain('!template_limit');
    expect(text('x'.repeat(500_001))).toContain('!template_too_large');
    const huge = data({ trigger: { big: 'y'.repeat(1_000_001) } });
    expect(text('{{ trigger.big }}', huge)).toContain('!output_too_large');
  });

  it('drops what the database cannot hold', () => {
    expect(text('{{ trigger.x }}', data({ trigger: { x: 'a\u0000b\ud800c' } }))).toBe('ab\ufffdc');
  });

  it('gives text without tags back unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((s) => !/\{[{%]/.test(s) && !s.includes('\u0000')),
        (s) => {
          expect(text(s)).toBe(s.toWellFormed());
        },
      ),
    );
  });

  it('prints any value of a contact exactly once, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\u0000')),
        (name) => {
          expect(text('[{{ contact.name }}]', data({ contact: { name } }))).toBe(
            `[${name.toWellFormed()}]`,
          );
        },
      ),
    );
  });
});

describe('renderHtmlTemplate', () => {
  const html = (template: string, name: unknown): string => {
    const rendered = renderHtmlTemplate(template, data({ contact: { name } }));
    return rendered.ok ? rendered.text : `!${rendered.error.code}`;
  };

  it('escapes values and leaves the author’s own markup', () => {
    expect(html('<b>{{ contact.name }}</b>', `<script>"a" & 'b'</script>`)).toBe(
      '<b>&lt;script&gt;&#34;a&#34; &amp; &#39;b&#39;&lt;/script&gt;</b>',
    );
    expect(html('{{ contact.name | raw }}', '<i>')).toBe('<i>');
    expect(html('{{ contact.name }}', ['<', '>'])).toBe('&lt;&gt;');
  });

  it('is as strict as for text', () => {
    expect(html('{{ contact.name }}', null)).toBe('!unknown_variable');
    expect(html('{{ contact.name }}', { a: 1 })).toBe('!not_text');
  });
});
