import { describe, expect, it } from 'vitest';
import { analyseTemplate } from './analyse.ts';

const needed = (template: string): string[] => {
  const analysis = analyseTemplate(template);
  return analysis.ok ? analysis.variables.map((path) => path.join('.')) : [`!${analysis.message}`];
};
const optional = (template: string): string[] => {
  const analysis = analyseTemplate(template);
  return analysis.ok ? analysis.optional.map((path) => path.join('.')) : [];
};

describe('analyseTemplate', () => {
  it('lists what the template needs, each path once', () => {
    expect(
      needed('{{ contact.name }} {{ steps.draft.output.text }} {{ contact.name | upcase }}'),
    ).toEqual(['contact.name', 'steps.draft.output.text']);
  });

  it('leaves out names that the template makes itself', () => {
    expect(
      needed(
        '{% assign a = trigger.x %}{% for i in trigger.list %}{{ i.name }}{{ forloop.index }}{{ a }}{% endfor %}',
      ),
    ).toEqual(['trigger.list']);
    expect(needed('{% capture c %}{{ run.id }}{% endcapture %}{{ c }}')).toEqual(['run.id']);
  });

  it('tells apart what may be missing', () => {
    const template =
      '{{ contact.nickname | default: "you" }}{% if contact.vip %}{{ contact.name }}{% endif %}';
    expect(needed(template)).toEqual(['contact.name']);
    expect(optional(template).toSorted()).toEqual(['contact.nickname', 'contact.vip']);
  });

  it('lists a path as needed when one of its uses has no default', () => {
    expect(needed('{{ contact.a | default: 1 }} {{ contact.a }}')).toEqual(['contact.a']);
  });

  it('stops a path where data decides', () => {
    expect(needed('{{ steps[trigger.id].output }}').toSorted()).toEqual(['steps', 'trigger.id']);
  });

  it('handles names with spaces, dots, emoji and prototypes', () => {
    const analysis = analyseTemplate(
      '{{ contact["a.b c"] }}{{ contact["👋"] }}{{ contact["__proto__"].x }}',
    );
    expect(analysis).toMatchObject({
      ok: true,
      variables: [
        ['contact', 'a.b c'],
        ['contact', '👋'],
        ['contact', '__proto__', 'x'],
      ],
    });
  });

  it.each(['{{ contact.name', '{% if %}', '{% include "x" %}', '{{ a | nope }}', '{% for %}'])(
    'says what is wrong with %s',
    (template) => {
      const analysis = analyseTemplate(template);
      expect(analysis.ok).toBe(false);
      if (!analysis.ok) expect(analysis.message).toMatch(/^The template cannot be read: /);
    },
  );
});
