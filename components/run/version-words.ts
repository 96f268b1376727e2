/** "version 3"; a test of a draft ran on a snapshot of it, whose number means nothing to people. */
export function versionWords(version: number): string {
  return version > 0 ? `version ${version}` : 'a test of the draft';
}

/** "v3", or "draft": for the end of a name in a list. */
export function versionMark(version: number): string {
  return version > 0 ? `v${version}` : 'draft';
}
