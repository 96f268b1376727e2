import { describe, expect, it } from 'vitest';
import { countTokens, draftEmail } from './draft-email.ts';
import { readPrompt } from './read-prompt.ts';

describe('the sandbox model', () => {
  it.each([
    ['Write a short, friendly email to Maya Lindner, who asked for a demo.', 'Maya Lindner'],
    ['Contact: Grace Oduya\nCompany: Oduya Events\nWrite the email.', 'Grace Oduya'],
    ['Name: Lucía Romero\nEmail: lucia@example.com', 'Lucía Romero'],
    ['Draft a follow-up for Karim Benali at Benali & Co.', 'Karim Benali'],
    ['You write as Sam Okafor. Thank Yuki Mori for her note.', 'Yuki Mori'],
    ["Draft a reply to Jean-Luc O'Neil.", "Jean-Luc O'Neil"],
    ['Write to Anna van der Berg about the webinar.', 'Anna van der Berg'],
    ['write an email that thanks people', null],
  ])('finds whom to write to in %j', (prompt, name) => {
    expect(readPrompt(prompt).name).toBe(name);
  });

  it('greets by first name, takes up the topic and signs', () => {
    const draft = draftEmail(
      'Write an email to Maya Lindner.\nMessage: We lose track of approvals.\nSign as Lena Brandt.',
    );
    expect(draft).toMatch(/^Hello Maya,\n\n/);
    expect(draft).toContain('We lose track of approvals');
    expect(draft).toMatch(/\nLena Brandt$/);
  });

  it('says nothing of fields that the form left empty', () => {
    const draft = draftEmail('Contact name: unknown\nCompany: unknown\nMessage: none\nWrite.');
    expect(draft).toMatch(/^Hello,\n/);
    expect(draft).not.toMatch(/unknown|none|You wrote/);
  });

  it('writes the same letter to the same prompt, and never an address', () => {
    const prompt = 'Contact: Maya Lindner <maya@example.com>\nWrite.';
    expect(draftEmail(prompt)).toBe(draftEmail(prompt));
    expect(draftEmail(prompt)).not.toContain('@');
  });

  it('lets instructions name who signs, never whom to write to', () => {
    const draft = draftEmail('Thank Yuki Mori.', 'You write for Brightwater. Sign as Lena Brandt.');
    expect(draft).toMatch(/^Hello Yuki,/);
    expect(draft).toMatch(/\nLena Brandt$/);
    expect(draftEmail('Write.', 'You write emails for Brightwater.')).toMatch(/^Hello,\n/);
  });

  it('counts at least one token', () => {
    expect([countTokens(''), countTokens('four'), countTokens('five!')]).toEqual([1, 1, 2]);
  });
});
