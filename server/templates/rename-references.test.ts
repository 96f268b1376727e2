import { describe, expect, it } from 'vitest';
import { renameReferences } from './rename-references.ts';
import { renderTemplate } from './render.ts';

const renamed = new Map([
  ['draft', 'draft_2'],
  ['score', 'score_2'],
  // Two that change places must not run after one another.
  ['left', 'right'],
  ['right', 'left'],
]);
const after = (template: string) => renameReferences(template, renamed)?.text;

describe('renaming references in a template', () => {
  it.each([
    ['{{ steps.draft.output.text }}', '{{ steps.draft_2.output.text }}'],
    ['{{steps.draft}}{{- steps.draft -}}', '{{steps.draft_2}}{{- steps.draft_2 -}}'],
    [`{{ steps["draft"].output }}`, `{{ steps["draft_2"].output }}`],
    [`{{ steps['draft'].output["text"] }}`, `{{ steps['draft_2'].output["text"] }}`],
    [
      '{{ steps.left.output }}{{ steps.right.output }}',
      '{{ steps.right.output }}{{ steps.left.output }}',
    ],
    ['{{ x | default: steps.draft.output.text }}', '{{ x | default: steps.draft_2.output.text }}'],
    [
      '{{ x | slice: steps.draft.n, steps.score.n }}',
      '{{ x | slice: steps.draft_2.n, steps.score_2.n }}',
    ],
    [
      '{{ trigger.list[steps.score.output.index] }}',
      '{{ trigger.list[steps.score_2.output.index] }}',
    ],
    [
      '{% if steps.draft.output.ok and steps.score.output > 3 %}a{% elsif steps.draft.b %}{{ steps.draft.c }}{% else %}{{ steps.draft.d }}{% endif %}',
      '{% if steps.draft_2.output.ok and steps.score_2.output > 3 %}a{% elsif steps.draft_2.b %}{{ steps.draft_2.c }}{% else %}{{ steps.draft_2.d }}{% endif %}',
    ],
    [
      '{% for i in (1..steps.draft.output.n) %}{{ steps.score.output[i] }}{% endfor %}',
      '{% for i in (1..steps.draft_2.output.n) %}{{ steps.score_2.output[i] }}{% endfor %}',
    ],
    [
      '{% for x in steps.draft.output.items limit: steps.score.n %}{{ x.steps.draft }}{% endfor %}',
      '{% for x in steps.draft_2.output.items limit: steps.score_2.n %}{{ x.steps.draft }}{% endfor %}',
    ],
    [
      '{% assign t = steps.draft.output.text | upcase %}{{ t }}',
      '{% assign t = steps.draft_2.output.text | upcase %}{{ t }}',
    ],
    [
      '{% capture t %}{{ steps.draft.output }}{% endcapture %}',
      '{% capture t %}{{ steps.draft_2.output }}{% endcapture %}',
    ],
    [
      '{% case steps.draft.kind %}{% when steps.score.kind %}x{% endcase %}',
      '{% case steps.draft_2.kind %}{% when steps.score_2.kind %}x{% endcase %}',
    ],
    [
      '{% liquid\n assign t = steps.draft.output\n echo t\n echo steps.score.output\n%}',
      '{% liquid\n assign t = steps.draft_2.output\n echo t\n echo steps.score_2.output\n%}',
    ],
    ['שלום 🦊\n{{ steps.draft.output }}\n', 'שלום 🦊\n{{ steps.draft_2.output }}\n'],
  ])('%s', (template, expected) => {
    expect(after(template)).toBe(expected);
  });

  it.each([
    ['plain text', 'steps.draft.output'],
    ['text in quotes', '{{ "steps.draft.output" }}'],
    ['a comment', '{% comment %}{{ steps.draft.output }}{% endcomment %}'],
    ['a line of comment', '{% # steps.draft.output %}'],
    ['raw text', '{% raw %}{{ steps.draft.output }}{% endraw %}'],
    ['a field of something else', '{{ contact.steps.draft }}{{ trigger["steps"].draft }}'],
    [
      'a name of the template’s own',
      '{% for steps in trigger.list %}{{ steps.draft.output }}{% endfor %}',
    ],
    ['another step whose id begins alike', '{{ steps.draft_3.output }}{{ steps.drafts.output }}'],
    ['what is only known later', '{{ steps[trigger.draft].output }}'],
  ])('leaves %s', (_what, template) => {
    expect(after(template)).toBe(template);
  });

  it('names the steps that it refers to, renamed or not', () => {
    expect(
      renameReferences(
        '{{ steps.draft.output }}{{ steps.other.output }}{{ steps.draft.x }}',
        renamed,
      )?.references,
    ).toEqual(['draft', 'other']);
  });

  it('does not touch a template that does not parse', () => {
    expect(renameReferences('{{ steps.draft.output', renamed)).toBeNull();
    expect(renameReferences('{% if %}', renamed)).toBeNull();
  });

  it('says the same with the steps under their new ids', () => {
    const template = `{% assign t = steps.draft.output.text | append: steps["score"].output.n %}
      {% for w in steps.left.output.words %}{{ w | append: steps.right.output.text }},{% endfor %}
      {% if steps.draft.output.text contains "steps.draft" %}{{ t }}{% endif %}`;
    const scope = (id: (name: string) => string) => ({
      trigger: {},
      contact: null,
      run: { id: 'r', startedAt: '2027-01-04T09:00:00Z', isTest: false },
      steps: new Map([
        [id('draft'), { output: { text: 'see steps.draft' } }],
        [id('score'), { output: { n: 7 } }],
        [id('left'), { output: { words: ['a', 'b'] } }],
        [id('right'), { output: { text: '!' } }],
      ]),
    });
    const before = renderTemplate(
      template,
      scope((name) => name),
    );
    expect(before).toMatchObject({ ok: true });
    expect(
      renderTemplate(
        after(template) ?? '',
        scope((name) => renamed.get(name) ?? name),
      ),
    ).toEqual(before);
  });
});
