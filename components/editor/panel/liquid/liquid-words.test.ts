import { describe, expect, it } from 'vitest';
import type { Variable } from '#server/engine/edit/variables-at.ts';
import { chipWords } from './chip-words.ts';
import { completeLiquid, searchVariables } from './complete-liquid.ts';
import { outputOf } from './insertion-of.ts';
import { liquidOutputs } from './liquid-outputs.ts';
import { namesMadeIn, variableFault } from './variable-fault.ts';

const NAME: Variable = {
  path: 'contact.name',
  label: 'Contact: name',
  from: 'contact',
  certain: false,
};
const ID: Variable = { path: 'contact.id', label: 'Contact: id', from: 'contact', certain: true };
const TEXT: Variable = {
  path: 'steps.draft.output.text',
  label: 'Draft the email: text',
  from: 'draft',
  certain: false,
};
const REPLY: Variable = {
  path: 'steps.reply.output',
  label: 'Wait for a reply',
  from: 'reply',
  certain: true,
};
const ALL = [NAME, ID, TEXT, REPLY];
const words = (text: string): (string | null)[] =>
  liquidOutputs(text).map((output) => chipWords(output, ALL));
const offered = (text: string): string[] | null =>
  completeLiquid(text, text.length, ALL)?.options.map(({ text: put }) => put) ?? null;
const faults = (text: string): (string | null)[] =>
  liquidOutputs(text).map(
    (output) => variableFault(output, ALL, namesMadeIn(text))?.severity ?? null,
  );

describe('a value in a text', () => {
  it('is shown by its words, with what stands in for it', () => {
    expect(words('{{ contact.name | default: "there" }}')).toEqual(['Contact: name, else “there”']);
    expect(words('{{contact.name|default:""}}')).toEqual(['Contact: name, else nothing']);
    expect(words('{{ contact.name | default: contact.email }}')).toEqual([
      'Contact: name, else Contact: email',
    ]);
    expect(words('{{ contact.id | upcase }}')).toEqual(['Contact: id | upcase']);
    expect(words('{{ trigger.event_date }} {{ contact.shoe_size }}')).toEqual([
      'Trigger: event date',
      'Contact: shoe size',
    ]);
    expect(words('{{ steps.reply.output.text }}')).toEqual(['Wait for a reply: text']);
    expect(words('{{ steps.gone.output.text }} {{ "x" }}')).toEqual([
      'steps.gone.output.text',
      null,
    ]);
  });

  it('brings an empty default with the caret in it when it may be missing', () => {
    const { text, caret } = outputOf(NAME);
    expect(`${text.slice(0, caret)}▮${text.slice(caret)}`).toBe(
      '{{ contact.name | default: "▮" }}',
    );
    expect(outputOf(ID)).toEqual({ text: '{{ contact.id }}', caret: 16 });
  });

  it('is marked when it is not there by then, and where it may be missing without a default', () => {
    expect(faults('{{ steps.gone.output.text }} {{ nothing.x }}')).toEqual(['error', 'error']);
    expect(faults('{{ steps.draft.output.text }}')).toEqual(['warning']);
    expect(faults('{{ steps.draft.output.text | default: "" }}')).toEqual([null]);
    expect(faults('{{ contact.shoe_size }} {{ trigger.x }} {{ steps.reply.output.a.b }}')).toEqual([
      null,
      null,
      null,
    ]);
    expect(faults('{% for item in trigger.items %}{{ item.name }}{% endfor %}')).toEqual([null]);
    expect(faults('{{ item.name }}')).toEqual(['error']);
  });
});

describe('completion inside of braces', () => {
  it('begins with the braces and goes by path and by words', () => {
    expect(offered('Hi {{')).toHaveLength(4);
    expect(offered('Hi {{ contact.n')).toEqual(['contact.name | default: ""']);
    expect(offered('{{ draft')).toEqual(['steps.draft.output.text | default: ""']);
    expect(completeLiquid('Hi {{ con', 9, ALL)?.from).toBe(6);
  });

  it('offers filters behind the bar, and nothing in quotes, behind the braces or without them', () => {
    expect(offered('{{ contact.id | up')).toEqual(['upcase']);
    expect(offered('{{ contact.name | default: "con')).toBeNull();
    expect(offered('{{ contact.id }} con')).toBeNull();
    expect(offered('con')).toBeNull();
    expect(offered('{')).toBeNull();
  });

  it('puts first what begins with what was typed', () => {
    expect(searchVariables('contact', [TEXT, NAME]).map(({ path }) => path)).toEqual([NAME.path]);
    expect(searchVariables('t', [NAME, TEXT])).toHaveLength(2);
    expect(searchVariables('steps', [NAME, TEXT])[0]).toBe(TEXT);
  });
});
