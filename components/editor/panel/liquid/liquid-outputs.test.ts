import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liquidOutputs } from './liquid-outputs.ts';

const read = (text: string) =>
  liquidOutputs(text).map(({ from, to, path, filters }) => [text.slice(from, to), path, filters]);

describe('the outputs of a template', () => {
  it('are found with their path and filters, names in brackets included', () => {
    expect(read('Hi {{ contact.name | default: "you" }}, {{- trigger["first name"] -}}!')).toEqual([
      ['{{ contact.name | default: "you" }}', 'contact.name', '| default: "you"'],
      ['{{- trigger["first name"] -}}', 'trigger["first name"]', ''],
    ]);
  });

  it('have no path where they print something that is no plain one', () => {
    expect(read('{{ "a" | upcase }} {{ }} {{ a b }}').map(([, path]) => path)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('are not seen where the template shows braces as they are', () => {
    expect(read('{% raw %}{{ a }}{% endraw %}{% comment %}{{ b }}{% endcomment %}{{ c }}')).toEqual(
      [['{{ c }}', 'c', '']],
    );
  });

  it('lie in the text, one after another, whatever the text is', () => {
    const part = fc.constantFrom('{{', '}}', ' ', 'a.b', '|', '"', '{%', '%}', 'raw', '\n', '😀');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const { from, to } of liquidOutputs(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(text.slice(from, from + 2)).toBe('{{');
          expect(text.slice(to - 2, to)).toBe('}}');
          end = to;
        }
      }),
    );
  });
});
