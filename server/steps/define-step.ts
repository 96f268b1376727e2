import type { StepDefinition } from '#server/engine/definition.ts';

/**
 * Forgets a definition's own config type, so that definitions of all kinds fit one catalogue.
 * Safe because nobody hands a definition a config that its own schema has not parsed.
 */
export function defineStep<Config>(definition: StepDefinition<Config>): StepDefinition {
  return definition as unknown as StepDefinition;
}
