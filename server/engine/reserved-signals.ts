/**
 * Names of signals that only the product itself writes, after it has checked who sent them. Whoever
 * could send one by name could press a button in somebody else's place.
 */
export const isReservedSignal = (name: string): boolean =>
  name.startsWith('slack.') || name.startsWith('$');
