/** Keys as this reader's keyboard names them. Read in the browser only. */
export function keyName(key: string): string {
  if (key !== 'mod') return key;
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
