/** Steps among the chosen ids, without the trigger and notes. */
export function chosenSteps(selection: readonly string[]): string[] {
  return selection.filter((id) => id !== 'trigger' && !id.startsWith('note:'));
}

/** Notes among the chosen ids, by their own ids. */
export function chosenNotes(selection: readonly string[]): string[] {
  return selection.flatMap((id) => (id.startsWith('note:') ? [id.slice('note:'.length)] : []));
}
