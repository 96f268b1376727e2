import { sha256Hex } from '#server/platform/digest.ts';
import { type PromptFacts, readPrompt } from './read-prompt.ts';

/** Several wordings, so that a channel full of drafts does not read like one letter. */
const OPENINGS = [
  'Thank you for asking about a demo. I read your note and would like to show you the parts that matter to you, rather than everything we have.',
  'Thanks for getting in touch. I looked at what you sent us and have an idea of where we could start together.',
  'It was good to hear from you. I would rather answer your questions in person than send you a long brochure.',
] as const;

const OFFERS = [
  'Would Wednesday at 10:30 or Thursday at 15:00 suit you? It takes 25 minutes, and you can bring one of your own campaigns.',
  'I have Tuesday at 14:00 and Friday at 9:30 free. Twenty-five minutes are enough to walk through one of your own campaigns.',
  'Could we talk for 25 minutes on Wednesday at 14:00 or Thursday at 11:00? If neither works, simply answer with a time that does.',
] as const;

const pick = <T>(choices: readonly [T, ...T[]], seed: string, salt: string): T => {
  const index = Number.parseInt(sha256Hex(`${salt}:${seed}`).slice(0, 8), 16) % choices.length;
  return choices[index] ?? choices[0];
};

const firstName = (name: string): string => name.split(/\s+/u)[0] ?? name;

const topicSentence = (facts: PromptFacts): string | null => {
  if (facts.topic !== null && facts.company !== null) {
    return `You wrote from ${facts.company}: “${facts.topic}”. That is a good place to begin.`;
  }
  if (facts.topic !== null) return `You wrote: “${facts.topic}”. That is a good place to begin.`;
  if (facts.company !== null) {
    return `I prepared a short example of how this could work at ${facts.company}.`;
  }
  return null;
};

/**
 * A plausible email for the prompt. The instructions (what a system message says) may name who
 * signs, but never whom to write to. The same prompt gives the same letters, so that a repeated
 * call can be told from a second one only by the sandbox's own count.
 */
export const draftEmail = (prompt: string, instructions = ''): string => {
  const facts = readPrompt(prompt);
  const sender = facts.sender ?? readPrompt(instructions).sender ?? 'Sam Okafor';
  const greeting = facts.name === null ? 'Hello,' : `Hello ${firstName(facts.name)},`;
  const paragraphs = [
    greeting,
    pick(OPENINGS, prompt, 'opening'),
    topicSentence(facts),
    pick(OFFERS, prompt, 'offer'),
    `Kind regards,\n${sender}`,
  ];
  return paragraphs.filter((paragraph) => paragraph !== null).join('\n\n');
};

/** About that many, as for English text. */
export const CHARACTERS_PER_TOKEN = 4;

/** At least one. */
export const countTokens = (text: string): number =>
  Math.max(1, Math.ceil(text.length / CHARACTERS_PER_TOKEN));
